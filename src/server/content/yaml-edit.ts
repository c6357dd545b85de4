import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, parse, parseDocument, stringify, type Pair, type YAMLMap } from 'yaml';

type Value = string | number | boolean;
type Path = readonly [group: string, ...names: string[]];

/**
 * Sets one value in the text of a YAML file; undefined removes its line. Changes only the value's characters, so that
 * comments, order and blank lines stay: the package's own writer would move comments that follow an empty value.
 */
export function setInYaml(text: string, path: Path, value: Value | undefined): string {
  const expected = withValue(parse(text) as Tree, path, value);
  const edited = edit(text, path, value);
  if (!isDeepStrictEqual(parse(edited), expected))
    throw new Error(`${path.join('.')} cannot be written into this file`);
  return edited;
}

type Tree = { [name: string]: Tree | Value | null };

function withValue(tree: Tree, [name, ...rest]: readonly string[], value: Value | undefined): Tree {
  if (rest.length > 0) {
    const inner = tree[name!];
    return { ...tree, [name!]: withValue(inner && typeof inner === 'object' ? inner : {}, rest, value) };
  }
  const { [name!]: _, ...others } = tree;
  return value === undefined ? others : { ...tree, [name!]: value };
}

const written = (value: Value): string => stringify(value, { lineWidth: 0, singleQuote: true }).trimEnd();

const pairIn = (map: YAMLMap, name: string): Pair | undefined =>
  map.items.find(({ key }) => isScalar(key) && String(key.value) === name);

const startOf = ({ key }: Pair): number => (isScalar(key) ? key.range![0] : 0);

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
};

function edit(text: string, path: Path, value: Value | undefined): string {
  const root = parseDocument(text).contents;
  if (!isMap(root)) throw new Error('The file is not a map');
  let map: YAMLMap = root as YAMLMap;
  let holder: Pair | undefined;
  for (const name of path.slice(0, -1)) {
    holder = pairIn(map, name);
    if (!holder || !isMap(holder.value) || holder.value.items.length === 0)
      return value === undefined ? text : intoEmpty(text, map, holder, path.slice(path.indexOf(name)), value);
    map = holder.value as YAMLMap;
  }
  const name = path.at(-1)!;
  const pair = pairIn(map, name);
  if (value === undefined) return pair ? withoutPair(text, map, pair, holder) : text;
  return pair ? replaced(text, pair, written(value)) : inserted(text, map, `${written(name)}: ${written(value)}`);
}

/** The range of a pair's value; an empty range right after the colon when there is no value. */
function valueRange(text: string, { key, value }: Pair): [start: number, end: number] {
  const afterKey = text.indexOf(':', isScalar(key) ? key.range![1] : 0) + 1;
  const range = (value as { range?: [number, number, number] } | null)?.range;
  return range && range[1] > range[0] ? [range[0], range[1]] : [afterKey, afterKey];
}

function replaced(text: string, pair: Pair, value: string): string {
  const [start, end] = valueRange(text, pair);
  return text.slice(0, start) + (start === end ? ' ' : '') + value + text.slice(end);
}

const columnOf = (text: string, at: number): number => at - (text.lastIndexOf('\n', at - 1) + 1);

/** Adds a line below the last one of a map. */
function inserted(text: string, map: YAMLMap, line: string): string {
  const last = map.items.at(-1)!;
  if (map.flow) {
    const at = valueRange(text, last)[1];
    return `${text.slice(0, at)}, ${line}${text.slice(at)}`;
  }
  const end = lineEnd(text, valueRange(text, last)[1]);
  return `${text.slice(0, end)}\n${' '.repeat(columnOf(text, startOf(map.items[0]!)))}${line}${text.slice(end)}`;
}

/** Adds an entry to a map that is missing or empty. */
function intoEmpty(
  text: string,
  parent: YAMLMap,
  holder: Pair | undefined,
  path: readonly string[],
  value: Value,
): string {
  const column = columnOf(text, startOf(parent.items[0]!));
  const lines = path.map((name, depth) => `${' '.repeat(column + 2 * depth)}${written(name)}:`);
  const body = `${lines.slice(1).join('\n')} ${written(value)}`;
  if (!holder) return inserted(text, parent, `${lines[0]!.trimStart()}\n${body}`);
  const [start, end] = valueRange(text, holder);
  return `${text.slice(0, start).trimEnd()}\n${body}${text.slice(Math.max(start, end))}`;
}

/** Removes the pair's line. A map without its last pair becomes `{}`. */
function withoutPair(text: string, map: YAMLMap, pair: Pair, holder: Pair | undefined): string {
  const start = startOf(pair);
  const end = valueRange(text, pair)[1];
  if (map.items.length === 1 && holder) {
    const from = valueRange(text, holder)[0];
    return `${text.slice(0, from).trimEnd()} {}${text.slice(end)}`;
  }
  if (map.flow) throw new Error('A pair of a map in one line cannot be removed');
  return text.slice(0, start - columnOf(text, start)) + text.slice(lineEnd(text, end) + 1);
}
