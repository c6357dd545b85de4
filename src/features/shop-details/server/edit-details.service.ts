import { digestOf, readContentText } from '#src/server/content/content-file.ts';
import { setInYaml } from '#src/server/content/yaml-edit.ts';
import type { Context } from '#src/server/context.ts';
import { defaultsOf, parseShopYaml } from '#src/settings/shop-yaml/shop-data.ts';
import { toEuro } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseEuro, parseNumber, parseUnits, type NumberMistake } from '#src/shared/typed-number.ts';
import { fieldName, fieldsOf, tablesOf, DETAIL_GROUPS, type DetailGroup, type DetailTable } from '../detail-fields.ts';
import { changeShopYaml, findBreakInFile, SHOP_YAML, type ShopYamlRefusal } from './change-shop-yaml.ts';

/** The name of a group of shop details in the audit. */
export const factSubject = (group: DetailGroup): string => `${SHOP_YAML}: ${group}`;

/** Values of a group as a form shows them, by field name; rows of tables as `carriers.dhl`. */
export type FactValues = Record<string, string>;

export interface FactsNow {
  values: FactValues;
  /** Detects changes by others. */
  digest: string;
}

export type FactsRefusal =
  | ShopYamlRefusal
  /** Somebody changed the group meanwhile: its current values. */
  | { kind: 'content_changed'; now: FactsNow };

type Tree = Record<string, unknown>;

const at = (tree: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner && typeof inner === 'object' ? (inner as Tree)[name] : undefined), tree);

const shown = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** The shop details currently in the file, which may be newer than the build; undefined for a file that is not YAML. */
export const findFacts = (ctx: Pick<Context, 'config'>): Record<DetailGroup, FactsNow> | undefined => {
  if (findBreakInFile(ctx)) return undefined;
  const content = parseShopYaml(readContentText(ctx.config, SHOP_YAML));
  return Object.fromEntries(DETAIL_GROUPS.map((group) => [group, groupOf(content, group)])) as Record<
    DetailGroup,
    FactsNow
  >;
};

function groupOf(content: unknown, group: DetailGroup): FactsNow {
  const tree = at(content, [group]);
  const fields = fieldsOf(group).map((field): [string, string] => {
    const value = shown(at(tree, field.path)) || defaultOf(group, field);
    return [fieldName(field), field.kind === 'amount' ? tidyAmount(value) : value];
  });
  const rows = tablesOf(group).flatMap((table) => rowsOf(tree, table));
  const values = Object.fromEntries([...fields, ...rows]);
  return { values, digest: digestOf(JSON.stringify(values)) };
}

/** The default of a required field, as forms show it; '' if it has none. */
export function defaultOf(group: DetailGroup, { path, kind, isOptional }: ReturnType<typeof fieldsOf>[number]): string {
  if (isOptional || kind === 'yes') return '';
  const value = at(defaultsOf(group), path);
  if (kind === 'amount' && typeof value === 'number') return toEuro(value).toFixed(2);
  // A form shows the first choice.
  return shown(value) || (typeof kind === 'string' ? '' : kind[0]!);
}

/** "4.90" for each way to write it; another text stays. */
export function tidyAmount(value: string): string {
  const amount = typedNumber(value, 'amount');
  return amount?.ok ? amount.value.toFixed(2) : value;
}

const rowsOf = (tree: unknown, table: DetailTable): [string, string][] =>
  Object.entries((at(tree, [table]) ?? {}) as Tree).map(([name, value]) => [
    `${table}.${name}`,
    table === 'heavier' ? tidyAmount(shown(value)) : shown(value),
  ]);

/** Saves a group of shop details. `digest`: of the group that the person saw. */
export const saveDetails = (
  ctx: Context,
  { group, digest, typed }: { group: DetailGroup; digest: string; typed: FactValues },
): Promise<Result<'saved' | 'nothingChanged', FactsRefusal>> =>
  changeShopYaml<FactsRefusal>(ctx, (text) => {
    const now = groupOf(parseShopYaml(text), group);
    if (now.digest !== digest) return fail({ kind: 'content_changed', now });
    const after = written(text, group, now.values, typed);
    const act = () => {
      const { values } = groupOf(parseShopYaml(after), group);
      return {
        act: 'texts.facts',
        subject: 'content',
        id: factSubject(group),
        ...changed(now.values, values),
      } as const;
    };
    return ok({ after, act });
  });

/** The file's text with the changed values. */
function written(text: string, group: DetailGroup, now: FactValues, typed: FactValues): string {
  let after = text;
  for (const field of fieldsOf(group)) {
    const name = fieldName(field);
    const value = typed[name] ?? '';
    const [before, next] = [now[name] ?? '', typedValue(value, field.kind)];
    if (value === before || (isLoose(field.kind) && next === typedValue(before, field.kind))) continue;
    after = setInYaml(after, [group, ...field.path], next);
  }
  for (const table of tablesOf(group))
    for (const name of new Set([...Object.keys(now), ...Object.keys(typed)]))
      if (name.startsWith(`${table}.`) && typed[name] !== now[name])
        after = setInYaml(after, [group, table, name.slice(table.length + 1)], rowValue(table, typed[name]));
  return after;
}

const rowValue = (table: DetailTable, value: string | undefined) =>
  table === 'heavier' && value !== undefined ? typedValue(value, 'amount') : value;

/** Kinds with several spellings of one value, such as 4.9 and 4,90. For `yes`, an empty value means no. */
const isLoose = (kind: Kind): boolean => kind === 'amount' || kind === 'weight' || kind === 'yes';

type Kind = ReturnType<typeof fieldsOf>[number]['kind'];

/** The number typed into a field, in EUR for an amount, in kg for a weight; undefined for a field of another kind. */
export function typedNumber(value: string, kind: Kind): Result<number, NumberMistake> | undefined {
  if (kind === 'number') return parseUnits(value, { max: 99_999_999 });
  if (kind === 'weight') return parseNumber(value, { min: 0, max: 999, places: 2 });
  if (kind !== 'amount') return undefined;
  const amount = parseEuro(value, { min: 0 });
  return amount.ok ? ok(toEuro(amount.value)) : amount;
}

/** A value that is not a number stays a string; the check of the file then reports it as a mistake. */
function typedValue(value: string, kind: Kind): string | number | boolean {
  if (kind === 'yes') return value === 'true';
  const number = typedNumber(value, kind);
  return number?.ok ? number.value : value;
}

/** Only the differences, for the audit. */
function changed(before: FactValues, after: FactValues): { before: FactValues; after: FactValues } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
  const pick = (values: FactValues) =>
    Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]!]] : [])));
  return { before: pick(before), after: pick(after) };
}
