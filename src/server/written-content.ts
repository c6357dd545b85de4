/** The texts and facts that editors write as files: legal texts and shop.yaml. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const SOURCES = 'src/content';
const WRITTEN = ['legal', 'shop.yaml'];

/** Of a build: its own copy of them, below the build's folder. */
export const CONTENT = 'content';

let served: ReadonlyMap<string, string> | undefined;

/** The text of a file, named from the sources' folder (`legal/impressum.de-DE.md`). WRITTEN_DIR: where the program that makes the pages finds a build's copy. */
export function readWritten(name: string): string {
  if (!served) return readFileSync(path.resolve(process.env.WRITTEN_DIR ?? SOURCES, name), 'utf8');
  const text = served.get(name);
  if (text === undefined) throw new Error(`${SOURCES}/${name} is not part of this build`);
  return text;
}

/** A build makes its pages one after the other: from a copy, they all have the texts of one moment. */
export function copyWritten(to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const name of WRITTEN) cpSync(path.join(SOURCES, name), path.join(to, name), { recursive: true });
}

/**
 * From now on texts are those of a build. Mails then say what its pages say, and a file that somebody is writing, or that
 * belongs to another version of the shop, stops no order whose money is taken.
 */
export function serveWritten(build: string): void {
  served = readAll(path.join(build, CONTENT));
}

function readAll(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of WRITTEN) {
    const place = path.join(folder, name);
    const below = statSync(place).isDirectory() ? readdirSync(place).map((file) => path.join(name, file)) : [name];
    for (const file of below) files.set(file.split(path.sep).join('/'), readFileSync(path.join(folder, file), 'utf8'));
  }
  return files;
}
