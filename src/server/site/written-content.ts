/** The texts and facts that editors write as files: legal texts and shop.yaml. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SOURCES = 'src/content';
const WRITTEN = ['legal', 'shop.yaml'];

/** Of a build: its own copy of them, below the build's folder. */
const CONTENT = 'content';

let served: ReadonlyMap<string, string> | undefined;

/** The text of a file, named from the sources' folder (`legal/impressum.de-DE.md`). */
export function readWritten(name: string): string {
  if (!served) return readFileSync(path.resolve(SOURCES, name), 'utf8');
  const text = served.get(name);
  if (text === undefined) throw new Error(`${SOURCES}/${name} is not part of this build`);
  return text;
}

/** All files of a folder: the sources', or a build's. */
function readAll(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of WRITTEN) {
    const place = path.join(folder, name);
    const below = statSync(place).isDirectory() ? readdirSync(place).map((file) => path.join(name, file)) : [name];
    for (const file of below.sort()) files.set(file.split(path.sep).join('/'), readFileSync(path.join(folder, file), 'utf8'));
  }
  return files;
}

/** The sources' files as they are now. */
export const presentWritten = (): ReadonlyMap<string, string> => readAll(path.resolve(SOURCES));

export function keepWritten(files: ReadonlyMap<string, string>, build: string): void {
  rmSync(path.join(build, CONTENT), { recursive: true, force: true });
  for (const [name, text] of files) {
    const file = path.join(build, CONTENT, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/**
 * From now on texts are those of a build. Mails then say what its pages say, and a file that somebody is writing, or that
 * belongs to another version of the shop, stops no order whose money is taken.
 */
export function serveWritten(build: string): void {
  served = readAll(path.join(build, CONTENT));
}
