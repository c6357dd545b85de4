import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { recordAct } from '../audit/audit.ts';
import type { Config } from '#src/settings/environment/config.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../run-program.ts';
import { packFolder } from './age.ts';
import { checkDisk } from '../disk.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

/** The number of copies from the desk to keep; a timer's copies are in another folder. */
const KEPT = 7;

export interface ListedCopy {
  /** The name of its folder. */
  name: string;
  /** Start time in ISO 8601. */
  at: string;
  state: 'finished' | 'running' | 'failed';
}

const NAME = /^shop-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-\d{3}Z(.*)$/;

/** The default folder for copies. */
export const ownCopies = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'backups');

/** The copies in DATA_DIR/backups, newest first. */
export function listCopies(config: Pick<Config, 'dataDir'>): ListedCopy[] {
  const folder = ownCopies(config);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .flatMap((name): ListedCopy[] => {
      const [, day, hour, minute, second, end = ''] = NAME.exec(name) ?? [];
      if (day === undefined || end.includes('-')) return []; // `….unfinished-` is the trial of a copy
      const state = end.startsWith('.unfinished') ? 'running' : end === '.failed' ? 'failed' : 'finished';
      return [{ name, at: `${day}T${hour}:${minute}:${second}.000Z`, state }];
    })
    .sort((one, other) => other.at.localeCompare(one.at));
}

/** The state of the last copy that this process began. */
let last: { isRunning: boolean; problem: string | undefined } = { isRunning: false, problem: undefined };

/** Whether this process is taking a copy, and why its last copy failed. */
export const lastCopy = (): Readonly<typeof last> => last;

/**
 * Begins a verified copy in a process of its own, because copying pictures and comparing rows would block the requests.
 * Returns at once; `listCopies` and `lastCopy` show the result.
 */
export async function startCopy(
  ctx: Context,
): Promise<Result<'backupStarted', { kind: 'backup_runs' | 'backup_no_space' }>> {
  if ((await checkDisk(ctx.config)) !== 'ok') return fail({ kind: 'backup_no_space' });
  if (last.isRunning) return fail({ kind: 'backup_runs' });
  const before = last;
  // Set at once, so that a double click starts only one copy.
  last = { isRunning: true, problem: undefined };
  try {
    await ctx.db.write((tx) => recordAct(ctx, tx, { act: 'shop.backup', subject: 'shop', id: 'backup' }));
  } catch (error) {
    last = before;
    throw error;
  }
  runCopy(ctx);
  return ok('backupStarted');
}

function runCopy({ log }: Context): void {
  const args = ['src/cli/shop.ts', 'backup', '--verify', '--keep', String(KEPT)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)));
  const ended = (problem: string | undefined) => {
    last = { isRunning: false, problem };
    if (problem === undefined) log.info('a backup was taken from the desk');
    else log.error({ problem }, 'a backup from the desk failed');
  };
  child.once('error', (error) => ended(error.message));
  child.once('close', (code, signal) =>
    ended(code === 0 ? undefined : said.trim() || `ended with ${signal ?? `code ${code}`}`),
  );
}

/** A finished copy as a tar file. It contains customers' data and the settings with their secrets. */
export async function downloadCopy(ctx: Context, name: string): Promise<Result<Readable, { kind: 'not_found' }>> {
  const copy = listCopies(ctx.config).find((one) => one.name === name && one.state === 'finished');
  if (!copy) return fail({ kind: 'not_found' });
  await ctx.db.write((tx) =>
    recordAct(ctx, tx, { act: 'shop.download', subject: 'shop', id: 'backup', after: { name: copy.name } }),
  );
  const packed = packFolder(path.join(ownCopies(ctx.config), copy.name));
  packed.on('error', (error) => {
    // Other errors come from a client that disconnected.
    if (error instanceof Refusal) ctx.log.error({ problem: error.message }, 'a backup was not downloaded completely');
  });
  return ok(packed);
}
