import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** What nobody can read in pieces. The formatter wraps code; a person wraps comments and texts. */
const MAY_BE_LONGER: Record<string, RegExp> = {
  // tests/spec.md and tests/law.md repeat it.
  'the title of a test': /^ *(?:await )?(?:it|test|describe)[.\w]*\(|^ {4,8}(?:`.*`|'.*'),$/,
  'a word: of a regular expression, a data URL, a list of letters': /\S{50}/,
  'a regular expression': /^ *\/(?!\/).*\/[dgimsuy]*[,;]?$/,
  SQL: /\b(?:select .+ from|insert into|update|create (?:table|trigger|function)|case when|coalesce|exists|raise exception)\b/,
  markup: /<\/?[a-z][a-z0-9]*(?:>| [a-z-]+=)/,
};
const SOURCES = '{src,tests}/**/*.{ts,tsx,mjs,js,astro,scss}';
/** What editors write, and the law's own words, are not ours to wrap. */
const DOCUMENTS = ['*.md', 'docs/**/*.md', 'tests/*.md', 'src/**/README.md'];
/** A table's row, a citation of a test, and what is in an indented block of code. */
const MAY_BE_LONGER_IN_DOCUMENTS = /^ *\||^ {4}|^ *- `(?:unit|api|e2e|storm)\/|\S{100}/;

function longLines(files: string | string[], columns: number, mayBeLonger: (line: string) => boolean): string[] {
  return globSync(files).flatMap((file) => {
    const text = readFileSync(file, 'utf8').replace(/^ *```.*?^ *```/gms, (block) => block.replace(/.+/g, ''));
    return text
      .split('\n')
      .flatMap((line, at) => (line.length > columns && !mayBeLonger(line) ? [`${file}:${at + 1}`] : []));
  });
}

describe('the sources', () => {
  it('have no line above 120 columns', () => {
    const exceptions = Object.values(MAY_BE_LONGER);
    expect(longLines(SOURCES, 120, (line) => exceptions.some((each) => each.test(line)))).toEqual([]);
  });
});

describe('a document', () => {
  it('has no line above 140 columns', () => {
    expect(longLines(DOCUMENTS, 140, (line) => MAY_BE_LONGER_IN_DOCUMENTS.test(line))).toEqual([]);
  });

  it('has the marks of a block of code on lines of their own, because nobody may wrap what is inside', () => {
    const joined = globSync(DOCUMENTS).filter((file) => /[^\s`].*```/.test(readFileSync(file, 'utf8')));
    expect(joined).toEqual([]);
  });
});
