/** The files that editors write: legal texts, pages, recipes and shop.yaml. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { contentNames } from './content/content-file.ts';
import { ConfigError, handedVariable, loadConfig } from '#src/settings/environment/config.ts';

const WRITTEN = ['legal', 'pages', 'recipes', 'shop.yaml'];
/** Content folders of earlier versions lack them, and a shop may do without. */
const OPTIONAL = ['pages', 'recipes'];

/** The folder of a build that holds its own copy of the files. */
export const CONTENT = 'content';

const contentFile = (name: string) => path.join(loadConfig().contentDir, name);

/** A file of CONTENT_DIR as messages name it: `src/content/shop.yaml`, or its whole path outside of the project. */
export function contentPlace(name: string): string {
  const place = path.relative('', contentFile(name));
  return place.startsWith('..') ? contentFile(name) : place;
}

let served: ReadonlyMap<string, string> | undefined;

/**
 * Texts of builds' copies by path. A copy does not change while its pages are rendered, and each product reads
 * shop.yaml.
 */
const copied = new Map<string, string>();

/**
 * The text of a file, named relative to CONTENT_DIR (`legal/impressum.de-DE.md`). WRITTEN_DIR: a build's copy, for
 * the program that renders pages.
 */
export function readEditorial(name: string): string {
  if (!served) {
    const written = handedVariable('WRITTEN_DIR');
    return written ? readCopy(written, name) : readContent(contentFile(name), name);
  }
  const text = served.get(name);
  if (text === undefined) throw new Error(`${name} is not part of this build`);
  return text;
}

/** The names of the files in a folder of CONTENT_DIR, such as `recipes/feijoada.yaml`. A missing folder has none. */
export function editorialNames(folder: string): string[] {
  if (served) return [...served.keys()].filter((name) => name.startsWith(`${folder}/`)).sort();
  return contentNames({ contentDir: handedVariable('WRITTEN_DIR') ?? loadConfig().contentDir }, folder);
}

function readCopy(folder: string, name: string): string {
  const file = `${folder}/${name}`;
  const text = copied.get(file) ?? readContent(file, name);
  copied.set(file, text);
  return text;
}

/** Fails early when an older CONTENT_DIR lacks a file that this version needs. */
function readContent(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ConfigError(
      `CONTENT_DIR: ${contentPlace(name)} is missing. Copy src/content/${name} of this version there and adapt it.`,
    );
  }
}

/** Copies the files for a build, so that all its pages use the same texts. */
export function copyEditorial(to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const name of writtenIn(contentFile)) cpSync(contentFile(name), path.join(to, name), { recursive: true });
}

/**
 * From now on texts come from a build, so that mails match its pages. A half-written or incompatible source file then
 * cannot stop a paid order.
 */
export function serveEditorial(build: string): void {
  served = readAll(path.join(build, CONTENT));
}

const writtenIn = (placeOf: (name: string) => string): string[] =>
  WRITTEN.filter((name) => !OPTIONAL.includes(name) || existsSync(placeOf(name)));

function readAll(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of writtenIn((part) => path.join(folder, part))) {
    const place = path.join(folder, name);
    const below = statSync(place).isDirectory() ? readdirSync(place).map((file) => path.join(name, file)) : [name];
    for (const file of below) files.set(file.split(path.sep).join('/'), readFileSync(path.join(folder, file), 'utf8'));
  }
  return files;
}
