import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '#src/server/context.ts';
import { knownDeskKeys } from '#src/server/desk-key.ts';
import { listShopTables } from '#src/server/db/shop-tables.ts';
import { digestTable } from '#src/server/db/table-rows.ts';
import { balancePictures } from '#src/server/picture-store.ts';
import { makePrivateFolder } from '#src/server/own-files.ts';
import type { Reader } from '#src/server/db/database.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { encryptFolder, requireAge } from './age.ts';
import { recordGoodCopy } from './backup-clock.ts';
import { checkCopy } from './check-copy.ts';
import { CONTENT, PICTURES, SETTINGS_FILE, writeRecord, type CopyRecord } from './copy-record.ts';
import { readFigures } from './figures.repository.ts';
import { ENCRYPTED, oldCopies, type Kept } from './old-copies.ts';
import { settingsText } from './settings-file.ts';
import { copyTree, flushTree } from './tree.ts';

interface CopyOptions {
  /** The folder of the copies. */
  folder: string;
  isVerified: boolean;
  /** Which copies to keep, including this one; undefined: all. */
  kept: Kept | undefined;
  /** Recipients of age; without any the copy is a readable folder. */
  encryptTo: string[];
}

interface Copy {
  place: string;
  record: CopyRecord;
  /** Names of the older copies that were removed. */
  removed: string[];
}

interface FailedCopy {
  /** The path of the finished copy. */
  place: string;
  problems: string[];
}

const UNFINISHED = '.unfinished';
const ABANDONED_MS = 86_400_000;

/**
 * Copies database, pictures, content and settings while the shop runs. Old copies are removed only after the new one
 * succeeded.
 */
export async function takeCopy(ctx: Context, options: CopyOptions): Promise<Result<Copy, FailedCopy>> {
  const { folder, isVerified, kept, encryptTo } = options;
  if (encryptTo.length > 0) await requireAge(encryptTo);
  const place = path.join(folder, `shop-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  const unfinished = place + UNFINISHED;
  makePrivateFolder(unfinished);
  try {
    const record = await writeCopy(ctx, unfinished, encryptTo.length > 0);
    const problems = isVerified ? await checkCopy(unfinished, record, `${unfinished}-`) : [];
    if (problems.length > 0) {
      renameSync(unfinished, `${place}.failed`);
      return fail({ place: `${place}.failed`, problems });
    }
    const finished = await finishCopy(unfinished, place, encryptTo);
    await recordGoodCopy(ctx);
    return ok({ place: finished, record, removed: removeOld(folder, kept) });
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function writeCopy({ db, config }: Context, to: string, isEncrypted: boolean): Promise<CopyRecord> {
  const madeAt = new Date().toISOString();
  await balancePictures(config);
  const seen = await db.copyTo(to, (reader) => describe(db.engine, reader));
  const settings = settingsText(isEncrypted ? knownDeskKeys(config)[0] : undefined);
  writeFileSync(path.join(to, SETTINGS_FILE), settings);
  const below = (name: string, digests: Record<string, string>) =>
    Object.entries(digests).map(([file, digest]) => [`${name}/${file}`, digest]);
  const files = Object.fromEntries([
    [SETTINGS_FILE, createHash('sha256').update(settings).digest('hex')],
    ...below(PICTURES, copyTree(config.mediaDir, path.join(to, PICTURES))),
    ...below(CONTENT, copyTree(config.contentDir, path.join(to, CONTENT))),
  ]);
  const record: CopyRecord = { version: 1, madeAt, engine: db.engine, ...seen, files };
  writeRecord(to, record);
  flushTree(to);
  return record;
}

async function describe(engine: CopyRecord['engine'], reader: Reader): Promise<Pick<CopyRecord, 'figures' | 'tables'>> {
  const tables: CopyRecord['tables'] = [];
  for (const { name, columns, key } of await listShopTables(engine, reader))
    tables.push({ name, columns, key, ...(await digestTable(reader, { name, columns, key })) });
  return { figures: await readFigures(reader), tables };
}

async function finishCopy(unfinished: string, place: string, encryptTo: string[]): Promise<string> {
  if (encryptTo.length === 0) {
    renameSync(unfinished, place);
    return place;
  }
  const file = place + ENCRYPTED;
  try {
    await encryptFolder(unfinished, file + UNFINISHED, encryptTo);
    flushTree(path.dirname(file));
    renameSync(file + UNFINISHED, file);
    return file;
  } finally {
    rmSync(file + UNFINISHED, { force: true });
  }
}

/**
 * Removes the copies that are not kept and the remains of killed backups, but never a failed copy. Returns the removed
 * copies.
 */
function removeOld(folder: string, kept: Kept | undefined): string[] {
  const names = readdirSync(folder).sort();
  for (const name of names.filter((name) => name.includes(UNFINISHED)))
    if (isAbandoned(path.join(folder, name))) rmSync(path.join(folder, name), { recursive: true, force: true });
  if (kept === undefined) return [];
  const old = oldCopies(names, kept);
  for (const name of old) rmSync(path.join(folder, name), { recursive: true });
  return old;
}

const isAbandoned = (file: string) => existsSync(file) && Date.now() - statSync(file).mtimeMs > ABANDONED_MS;
