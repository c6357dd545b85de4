interface JsonSchema {
  $ref?: string;
  type?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
}

type Schemas = Record<string, object>;

/** For each string of a JSON schema: an input in which this string is the given text, and all others are short. */
export function* inputsOf(schema: object, schemas: Schemas = {}): Generator<(text: string) => unknown> {
  const { $ref, type, anyOf = [], oneOf = [], allOf = [], items, properties = {} }: JsonSchema = schema;
  if ($ref) yield* inputsOf(schemas[$ref.split('/').at(-1)!] ?? {}, schemas);
  for (const part of [...anyOf, ...oneOf, ...allOf]) yield* inputsOf(part, schemas);
  if (items) for (const fill of inputsOf(items, schemas)) yield (text) => [fill(text)];
  const others = Object.fromEntries(Object.keys(properties).map((name) => [name, 'a']));
  for (const [name, property] of Object.entries(properties))
    for (const fill of inputsOf(property, schemas)) yield (text) => ({ ...others, [name]: fill(text) });
  // Without a type it is any value.
  if (type === 'string' || (type === undefined && !$ref && anyOf.length + oneOf.length + allOf.length === 0))
    yield (text) => text;
}
