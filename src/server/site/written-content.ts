/** The texts and facts that editors write as files: legal texts and shop.yaml. */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

export function copyWritten(build: string): void {
  rmSync(path.join(build, CONTENT), { recursive: true, force: true });
  for (const name of WRITTEN) cpSync(path.resolve(SOURCES, name), path.join(build, CONTENT, name), { recursive: true });
}

/**
 * From now on texts are those of a build. Mails then say what its pages say, and a file that somebody is writing, or that
 * belongs to another version of the shop, stops no order whose money is taken.
 */
export function serveWritten(build: string): void {
  const folder = path.join(build, CONTENT);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const read = files.map(({ parentPath, name }) => path.join(parentPath, name)).map((file) => [file, readFileSync(file, 'utf8')] as const);
  served = new Map(read.map(([file, text]) => [path.relative(folder, file).split(path.sep).join('/'), text]));
}
