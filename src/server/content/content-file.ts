/**
 * Files of CONTENT_DIR as the desk shows and writes them: the current files, which may be newer than the build's copy.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Config } from '#src/settings/environment/config.ts';

type Place = Pick<Config, 'contentDir'>;

/** Distinguishes versions of a file or row. */
export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The text of a file, named relative to CONTENT_DIR; '' when it is missing. */
export function readContentText({ contentDir }: Place, name: string): string {
  try {
    return readFileSync(path.join(contentDir, name), 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

/** The names of the files in a folder, as `recipes/feijoada.yaml`. A missing folder has none. */
export function contentNames({ contentDir }: Place, folder: string): string[] {
  const place = path.join(contentDir, folder);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .map((file) => `${folder}/${file}`)
    .sort();
}

/** Whether the desk may write into CONTENT_DIR: it can belong to another user, or be mounted read-only. */
export function isContentWritable({ contentDir }: Place): boolean {
  try {
    accessSync(contentDir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether an error means that the folder belongs to another user or is read-only. */
export const isReadOnly = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The digest of a file's bytes; null when it is missing. */
export function digestOfFile({ contentDir }: Place, name: string): string | null {
  try {
    return digestOf(readFileSync(path.join(contentDir, name)));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Replaces a file in one step, so that builds and other servers read either the old or the new content, even after a
 * power cut.
 */
export function writeContent({ contentDir }: Place, name: string, content: string | Uint8Array): void {
  const file = realPath(path.join(contentDir, name));
  const temporary = writeBeside(file, content);
  try {
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Throws the error that `writeContent` would throw, for example on a full disk, and changes nothing. */
export function tryToWrite({ contentDir }: Place, name: string, content: string | Uint8Array): void {
  rmSync(writeBeside(realPath(path.join(contentDir, name)), content), { force: true });
}

function writeBeside(file: string, content: string | Uint8Array): string {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.tmp`);
  try {
    writeFileSync(temporary, content, { flush: true });
    chmodSync(temporary, modeOf(file));
    return temporary;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

export const deleteContent = ({ contentDir }: Place, name: string): void =>
  rmSync(path.join(contentDir, name), { force: true });

/** Writes through a link, so that the link stays a link. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (isMissing(error)) return file;
    throw error;
  }
}

/** The server's own files are private, but git and editors of other users may read the content. */
function modeOf(file: string): number {
  try {
    return statSync(file).mode & 0o777;
  } catch (error) {
    if (isMissing(error)) return 0o644;
    throw error;
  }
}
