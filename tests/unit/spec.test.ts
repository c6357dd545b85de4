import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CITED, isThere, missingTests } from '../support/texts/cited-tests.ts';

const text = readFileSync('tests/spec.md', 'utf8');

/** Each rule with the lines below it. */
const rules = text
  .split(/^- /m)
  .slice(1)
  .map((rule) => rule.split(/^#/m)[0]!)
  .map((rule) => ({ rule: rule.split('\n')[0]!, proofs: rule.split('\n').slice(1).join('\n') }));

describe('the list of specification rules', () => {
  it('covers all of its sections', () => {
    expect([...text.matchAll(/^## (\d)\./gm)].map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('gives each rule a test, or a reason to depart from it', () => {
    expect(rules.length).toBeGreaterThan(120);
    expect(
      rules.filter(({ proofs }) => !proofs.match(CITED) && !proofs.includes('  - departs: ')).map(({ rule }) => rule),
    ).toEqual([]);
  });

  it('cites tests that exist', () => {
    expect([...text.matchAll(CITED)].length).toBeGreaterThan(150);
    expect(missingTests(text)).toEqual([]);
  });

  it('names test files only as citations', () => {
    expect(text.match(/(?:test|spec)\.ts/g)?.length).toBe([...text.matchAll(CITED)].length + 1);
  });

  it('notices a deleted test', () => {
    expect(isThere('unit/spec.test.ts', 'would notice a test that is gone')).toBe(true);
    expect(isThere('unit/spec.test.ts', ['would notice', 'nothing'].join(' '))).toBe(false);
    expect(isThere('unit/none.test.ts', 'would')).toBe(false);
  });
});
