import fc, { type Arbitrary } from 'fast-check';

/** A JSON schema as the contract contains it. */
export interface FuzzSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: FuzzSchema[];
  oneOf?: FuzzSchema[];
  allOf?: FuzzSchema[];
  properties?: Record<string, FuzzSchema>;
  required?: string[];
  items?: FuzzSchema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u2028',
  '%00',
  '../../etc/passwd',
  "' or 1=1 --",
  '{{name}}',
  '<script>',
  'a@b.example\r\nBcc: c@d.example',
  '__proto__',
  'x'.repeat(5_000),
  '٣',
  '\u202e',
];

/** Halves of a pair of UTF-16 are no characters. */
const [FIRST_HALF, HALVES] = [0xd800, 0x800];

/** Any character, as in fast-check's unit "binary", which first makes a map of all of them: that takes a second. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - HALVES })
  .map((code) => String.fromCodePoint(code < FIRST_HALF ? code : code + HALVES));

const nastyText = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
const nastyNumber = fc.constantFrom(-1, 0, -0, 0.5, 1e21, -1e308, 2 ** 31, 2 ** 53, 2 ** 63);

/** Values that no schema allows. */
export const nasty: Arbitrary<unknown> = fc.oneof(
  nastyText,
  nastyNumber,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, [], {}, [[]]),
);

/**
 * Values that fit a schema, except that one node in ten may be anything. `schemas`: the schemas it may refer to by
 * name.
 */
export function almostFitting(schema: FuzzSchema, schemas: Record<string, FuzzSchema>): Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(schema, schemas) }, { weight: 1, arbitrary: nasty });
}

function fitting(schema: FuzzSchema, schemas: Record<string, FuzzSchema>): Arbitrary<unknown> {
  const known = schema.$ref && schemas[schema.$ref.replace(/^.*\//, '')];
  if (known) return fitting(known, schemas);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.length) return fc.oneof(...choices.map((each) => fitting(each, schemas)));
  if (schema.allOf?.length) return fitting(Object.assign({}, ...schema.allOf) as FuzzSchema, schemas);
  const [type] = [schema.type].flat();
  if (type === 'object') return object(schema, schemas);
  if (type === 'array')
    return fc.array(almostFitting(schema.items ?? {}, schemas), { maxLength: Math.min(schema.maxItems ?? 5, 5) });
  if (type === 'integer' || type === 'number') return number(schema, type);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  return type === 'string' ? text(schema) : nasty;
}

function object(
  { properties = {}, required = [] }: FuzzSchema,
  schemas: Record<string, FuzzSchema>,
): Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, almostFitting(each, schemas)]),
  );
  const whole = fc.record(members, { requiredKeys: required.filter((name) => name in members) });
  const torn = fc.record(members, { requiredKeys: [] });
  const extra = fc.tuple(
    whole,
    fc.dictionary(fc.constantFrom('extra', 'id', 'price', 'constructor'), nasty, { maxKeys: 2 }),
  );
  return fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: torn },
    { weight: 1, arbitrary: extra.map(([a, b]) => ({ ...a, ...b })) },
  );
}

function number({ minimum = 0, maximum = 1_000 }: FuzzSchema, type: 'integer' | 'number'): Arbitrary<unknown> {
  const [min, max] = [Math.max(minimum, -1e9), Math.min(maximum, 1e9)];
  return type === 'integer'
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.double({ min, max, noNaN: true });
}

function text({ format, pattern, minLength = 0, maxLength = 60 }: FuzzSchema): Arbitrary<unknown> {
  if (format === 'email') return fc.emailAddress();
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const plain = fc.string({
    unit: fc.constantFrom(...'abcÄé ß1-'),
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 60)),
  });
  if (!pattern) return plain;
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return plain; // fast-check cannot read this pattern
  }
}
