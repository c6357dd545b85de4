/** SQLite: another process is writing, or the disk is full, failing or read-only. */
const SQLITE = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|FULL|IOERR|CANTOPEN|READONLY)/;

/**
 * PostgreSQL's SQLSTATE classes: lost connection (08), no space or memory (53), cancelled or shutting down (57), disk
 * failure (58); then lost conflicts, lock timeouts, standby and missing database.
 */
const POSTGRES = /^(?:(?:08|53|57|58)[0-9A-Z]{3}|40001|40P01|55P03|25006|3D000)$/;

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** pg's message after `query_timeout`. */
export const NO_ANSWER = 'Query read timeout';

/** Messages of pg and its pool for lost or failed connections; these errors have no code. */
const CONNECTION =
  /^(?:timeout exceeded when trying to connect|Connection terminated|timeout expired$)|is not queryable$/;

/** Whether the database is only temporarily unusable, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return SQLITE.test(code) || POSTGRES.test(code) || NETWORK.has(code);
  return typeof message === 'string' && (message === NO_ANSWER || CONNECTION.test(message));
}
