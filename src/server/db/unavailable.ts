/** SQLite: another process writes, no room on the disk, a disk that fails or can only be read. */
const SQLITE = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|FULL|IOERR|CANTOPEN|READONLY)/;

/**
 * PostgreSQL's SQLSTATE: lost connections (08), no room or memory (53), statements that were cancelled and servers that stop or
 * start (57), a disk that fails (58); transactions that lost to others, locks not obtained, a standby, a database that is gone.
 */
const POSTGRES = /^(?:(?:08|53|57|58)[0-9A-Z]{3}|40001|40P01|55P03|25006|3D000)$/;

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** What pg says when its `query_timeout` is over. */
export const NO_ANSWER = 'Query read timeout';

/** What pg and its pool say of connections that end or do not come about: these errors have no code. */
const CONNECTION = /^(?:timeout exceeded when trying to connect|Connection terminated|timeout expired$)|is not queryable$/;

/** Whether an error says that the database cannot be used for now, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return SQLITE.test(code) || POSTGRES.test(code) || NETWORK.has(code);
  return typeof message === 'string' && (message === NO_ANSWER || CONNECTION.test(message));
}
