import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { fieldName, fieldsOf, isDetailGroup, tablesOf } from '#src/features/shop-details/detail-fields.ts';

/** Edited as lists of their own, or in the file only. */
const OTHERWISE = [
  'texts',
  ...(['shop', 'shipping'] as const).flatMap((group) => tablesOf(group).map((table) => `${group}.${table}`)),
];

const namesIn = (tree: unknown, above = ''): string[] =>
  tree && typeof tree === 'object' && !OTHERWISE.includes(above)
    ? Object.entries(tree).flatMap(([name, value]) => namesIn(value, above ? `${above}.${name}` : name))
    : [above];

it('the desk has a field for every fact of shop.yaml', () => {
  const asked = namesIn(parse(readFileSync('src/content/shop.yaml', 'utf8'))).filter(
    (name) => !OTHERWISE.includes(name),
  );
  const missing = asked.filter((name) => {
    const [group = '', ...rest] = name.split('.');
    return !isDetailGroup(group) || !fieldsOf(group).some((field) => fieldName(field) === rest.join('.'));
  });
  expect(asked.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
