/** The files that editors write: legal texts and shop.yaml. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const SOURCES = 'src/content';
const WRITTEN = ['legal', 'shop.yaml'];

/** The folder of a build that holds its own copy of the files. */
export const CONTENT = 'content';

let served: ReadonlyMap<string, string> | undefined;

/**
 * The text of a file, named relative to the sources' folder (`legal/impressum.de-DE.md`). WRITTEN_DIR: a build's copy, for
 * the program that renders pages.
 */
export function readEditorial(name: string): string {
  if (!served) return readFileSync(path.resolve(process.env.WRITTEN_DIR ?? SOURCES, name), 'utf8');
  const text = served.get(name);
  if (text === undefined) throw new Error(`${SOURCES}/${name} is not part of this build`);
  return text;
}

/** Copies the files for a build, so that all its pages use the same texts although they are rendered one after another. */
export function copyEditorial(to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const name of WRITTEN) cpSync(path.join(SOURCES, name), path.join(to, name), { recursive: true });
}

/**
 * From now on texts come from a build, so that mails match its pages. A half-written or incompatible source file then cannot
 * stop a paid order.
 */
export function serveEditorial(build: string): void {
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
