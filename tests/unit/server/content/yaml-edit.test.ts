import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { setInYaml } from '#src/server/content/yaml-edit.ts';

const text = readFileSync('src/content/shop.yaml', 'utf8');

/** The lines that only the second text has, and those that only the first has. */
function changedLines(after: string): { added: string[]; removed: string[] } {
  const [old, now] = [text.split('\n'), after.split('\n')];
  return { added: now.filter((line) => !old.includes(line)), removed: old.filter((line) => !now.includes(line)) };
}

describe('one value of shop.yaml', () => {
  it.each([
    [['company', 'name'], 'Ana\'s "Laden": #1', ["  name: 'Ana''s \"Laden\": #1'"], 1],
    [['shop', 'deliveryDays', 'most'], 5, ['  deliveryDays: { least: 2, most: 5 }'], 1],
    // A comment follows each of these empty values.
    [['shop', 'freeFrom'], 49.5, ['  freeFrom: 49.5'], 1],
    [['accounting', 'client'], 7, ['  client: 7'], 1],
    [['shipping', 'coldCarrier'], 'Kühl AG', ['  coldCarrier: Kühl AG'], 0],
    [['shipping', 'carriers', 'ups'], 'https://ups.example/{number}', ['    ups: https://ups.example/{number}'], 0],
    [['accounting', 'revenue', '7'], 8301, ['  revenue:', "    '7': 8301"], 0],
    [['company', 'postalCode'], '01067', ["  postalCode: '01067'"], 1],
    [['accessibility', 'microEnterprise'], true, ['  microEnterprise: true'], 1],
    [['later', 'fact'], 'new', ['later:', '  fact: new'], 0],
  ] as const)('in %j changes without touching other lines and comments', (path, value, added, removed) => {
    const lines = changedLines(setInYaml(text, path as never, value));
    expect(lines.added).toEqual(added);
    expect(lines.removed).toHaveLength(removed);
  });

  it('is removed with its line, and the last one leaves an empty list', () => {
    const one = setInYaml(text, ['shipping', 'carriers', 'dhl'], undefined);
    expect(changedLines(one)).toEqual({ added: [], removed: [expect.stringContaining('dhl:')] });
    const two = setInYaml(one, ['shipping', 'carriers', 'dpd'], undefined);
    const none = setInYaml(two, ['shipping', 'carriers', 'gls'], undefined);
    expect(changedLines(none).added).toEqual(['  carriers: {}']);
    const again = setInYaml(none, ['shipping', 'carriers', 'ups'], 'https://ups.example/{number}');
    expect((parse(again) as { shipping: { carriers: object } }).shipping.carriers).toEqual({
      ups: 'https://ups.example/{number}',
    });
  });

  it('is refused when it cannot be written, and not written elsewhere', () => {
    expect(() => setInYaml('- a list\n', ['company', 'name'], 'x')).toThrow();
  });
});
