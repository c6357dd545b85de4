import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A line of a document that names a test: its file, and the beginning of its name. */
export const CITED = /`((?:api|e2e|unit)\/[\w./-]+\.(?:test|spec)\.ts)` ([^\n]+?)\)?\.?(?=\n|$)/g;

/** Whether a test's name begins with this text. Quotes in the code may be escaped. */
export function isThere(file: string, name: string): boolean {
  const source = path.join('tests', file);
  if (!existsSync(source)) return false;
  const titles = readFileSync(source, 'utf8').replaceAll(/\\(['"`])/g, '$1');
  return ["'", '"', '`'].some((quote) => titles.includes(quote + name));
}

/** The tests that a document cites and that do not exist. */
export const missingTests = (text: string): { file: string; name: string }[] =>
  [...text.matchAll(CITED)].map(([, file, name]) => ({ file: file!, name: name! })).filter(({ file, name }) => !isThere(file, name));

/** The titles of tests and steps in a browser test's file, each with its place. */
const TITLE = /\b(test\.step|test|\w+Test)\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2/g;

/**
 * Cited steps of browser tests whose own test is not cited: `npm test` would leave the test out, and the step with it.
 */
export function stepsLeftOut(...documents: string[]): { file: string; name: string }[] {
  const run = citedInBrowser(...documents);
  return documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(CITED)].flatMap(([, file, name]) => {
      if (!file!.startsWith('e2e/')) return [];
      const titles = [...readFileSync(path.join('tests', file!), 'utf8').matchAll(TITLE)].map(([, kind, , title]) => ({
        kind,
        title: title!.replaceAll(/\\(['"`])/g, '$1'),
      }));
      const at = titles.findIndex(({ title }) => title.startsWith(name!));
      const test = titles.slice(0, at + 1).findLast(({ kind }) => kind !== 'test.step');
      const isRun = test && run.some((pattern) => pattern.test(`${file!.replace('e2e/', '')} ${test.title}`));
      return isRun ? [] : [{ file: file!, name: name! }];
    }),
  );
}

const anything = (name: string) => name.replaceAll(/[\\^$*+?.()|[\]{}]/g, '\\$&').replaceAll(/\\\$\\\{.*?\\\}/g, '.*');

/** Matches the titles of the browser tests that these documents cite, as Playwright writes them: file, then names. */
export const citedInBrowser = (...documents: string[]): RegExp[] =>
  documents
    .flatMap((document) => [...readFileSync(document, 'utf8').matchAll(CITED)])
    .filter(([, file]) => file!.startsWith('e2e/'))
    .map(([, file, name]) => new RegExp(`${anything(file!.replace('e2e/', ''))}.* ${anything(name!)}`));
