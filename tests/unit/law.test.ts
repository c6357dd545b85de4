import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CITED, missingTests } from '../support/texts/cited-tests.ts';

const text = readFileSync('tests/law.md', 'utf8');
const duties = text
  .split(/^- /m)
  .slice(1)
  .map((duty) => duty.split(/^#/m)[0]!);

describe('the list of legal duties', () => {
  it('gives each duty a test', () => {
    expect(duties.length).toBeGreaterThan(20);
    expect(duties.filter((duty) => !duty.match(CITED))).toEqual([]);
  });

  it('cites tests that exist, and names test files only as citations', () => {
    expect(missingTests(text)).toEqual([]);
    expect(text.match(/(?:test|spec)\.ts/g)?.length).toBe([...text.matchAll(CITED)].length);
  });
});
