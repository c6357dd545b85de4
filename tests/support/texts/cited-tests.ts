import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A line of a document that names a test: its file, and the beginning of its name. */
export const CITED = /`((?:api|e2e|journeys|unit)\/[\w./-]+\.(?:test|spec)\.ts)` ([^\n]+?)\)?\.?(?=\n|$)/g;

/** Whether a test's name begins with this text. Quotes in the code may be escaped. */
export function isThere(file: string, name: string): boolean {
  const source = path.join('tests', file);
  if (!existsSync(source)) return false;
  const titles = readFileSync(source, 'utf8').replaceAll(/\\(['"`])/g, '$1');
  return ["'", '"', '`'].some((quote) => titles.includes(quote + name));
}

/** The tests that a document cites and that do not exist. */
export const missingTests = (text: string): { file: string; name: string }[] =>
  [...text.matchAll(CITED)]
    .map(([, file, name]) => ({ file: file!, name: name! }))
    .filter(({ file, name }) => !isThere(file, name));
