import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawMember } from '#src/emulator/raw-member.ts';

const memberOf = (json: string, name = 'event') => rawMember(Buffer.from(json), name)?.toString();

describe('the bytes of a JSON member', () => {
  it('are found at any position, exactly as they were written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (before, value, indent) => {
        const written = JSON.stringify(value, null, indent);
        const other = JSON.stringify(before, null, indent);
        for (const json of [`{"event":${written}}`, `{ "x" : ${other} , "event" : ${written} , "y":${other} }`])
          expect(memberOf(json)).toBe(written);
      }),
    );
  });

  it.each([
    ['a member of a member', '{"a":{"event":1},"event":2}', '2'],
    ['its name as a value', '{"a":"event","b":":","event":3}', '3'],
    ['braces and quotes in texts', '{"a":"}{\\"event\\":9","event":{"x":"}\\\\"}}', '{"x":"}\\\\"}'],
    ['an escaped name', '{"\\u0065vent":4}', '4'],
    ['more than ASCII', '{"a":"é🥥","event":"ção"}', '"ção"'],
  ])('are not confused by %s', (_what, json, expected) => {
    expect(memberOf(json)).toBe(expected);
  });

  it('are missing when the member is missing', () => {
    expect(memberOf('{"a":{"event":1}}')).toBeUndefined();
    expect(memberOf('["event"]')).toBeUndefined();
  });
});
