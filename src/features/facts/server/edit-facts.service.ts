import { parse } from 'yaml';
import { digestOf, readContentText } from '#src/server/content/content-file.ts';
import { setInYaml } from '#src/server/content/yaml-edit.ts';
import type { Context } from '#src/server/context.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { fieldName, fieldsOf, FACT_GROUPS, type FactGroup } from '../fact-fields.ts';
import { changeShopYaml, SHOP_YAML, type ShopYamlRefusal } from './change-shop-yaml.ts';

/** How the audit names a group of facts. */
export const factSubject = (group: FactGroup): string => `${SHOP_YAML}: ${group}`;

/** Values of a group as a form shows them, by field name; carriers as `carriers.dhl`. */
export type FactValues = Record<string, string>;

export interface FactsNow {
  values: FactValues;
  /** Tells whether somebody changed the group meanwhile. */
  digest: string;
}

export type FactsRefusal =
  | ShopYamlRefusal
  /** Somebody changed the group meanwhile: what it is now. */
  | { kind: 'content_changed'; now: FactsNow };

type Tree = Record<string, unknown>;

const at = (tree: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner && typeof inner === 'object' ? (inner as Tree)[name] : undefined), tree);

const shown = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** The facts as the file has them now, which may be newer than the build. */
export const findFacts = ({ config }: Pick<Context, 'config'>): Record<FactGroup, FactsNow> => {
  const content: unknown = parse(readContentText(config, SHOP_YAML));
  return Object.fromEntries(FACT_GROUPS.map((group) => [group, groupOf(content, group)])) as Record<FactGroup, FactsNow>;
};

function groupOf(content: unknown, group: FactGroup): FactsNow {
  const tree = at(content, [group]);
  const fields = fieldsOf(group).map((field): [string, string] => {
    const value = at(tree, field.path);
    const isEuro = field.kind === 'amount' && typeof value === 'number';
    return [fieldName(field), isEuro ? value.toFixed(2) : shown(value)];
  });
  const values = Object.fromEntries([...fields, ...(group === 'shipping' ? carriersOf(tree) : [])]);
  return { values, digest: digestOf(JSON.stringify(values)) };
}

const carriersOf = (tree: unknown): [string, string][] =>
  Object.entries((at(tree, ['carriers']) ?? {}) as Tree).map(([name, address]) => [`carriers.${name}`, shown(address)]);

/** Saves a group of facts. `digest`: of the group that the person saw. */
export const saveFacts = (
  ctx: Context,
  { group, digest, typed }: { group: FactGroup; digest: string; typed: FactValues },
): Promise<Result<'saved' | 'nothingChanged', FactsRefusal>> =>
  changeShopYaml<FactsRefusal>(ctx, (text) => {
    const now = groupOf(parse(text), group);
    if (now.digest !== digest) return fail({ kind: 'content_changed', now });
    const after = written(text, group, now.values, typed);
    const act = () => {
      const { values } = groupOf(parse(after), group);
      return { act: 'texts.facts', subject: 'content', id: factSubject(group), ...changed(now.values, values) } as const;
    };
    return ok({ after, act });
  });

/** The text with the typed values, where they differ from the present ones. */
function written(text: string, group: FactGroup, now: FactValues, typed: FactValues): string {
  let after = text;
  for (const field of fieldsOf(group)) {
    const name = fieldName(field);
    const value = typed[name] ?? '';
    if (value === (now[name] ?? '') || (field.kind === 'amount' && value.replace(',', '.') === now[name])) continue;
    after = setInYaml(after, [group, ...field.path], typedValue(value, field.kind));
  }
  if (group !== 'shipping') return after;
  const carriers = [...new Set([...Object.keys(now), ...Object.keys(typed)])].filter((name) => name.startsWith('carriers.'));
  for (const name of carriers)
    if (typed[name] !== now[name]) after = setInYaml(after, [group, 'carriers', name.slice('carriers.'.length)], typed[name]);
  return after;
}

/** A value that is no number stays a text; the check of the file then names it as a mistake. */
function typedValue(value: string, kind: ReturnType<typeof fieldsOf>[number]['kind']): string | number | boolean {
  if (kind === 'yes') return value === 'true';
  const number = value.replace(',', '.');
  if ((kind === 'number' || kind === 'amount') && /^\d{1,9}(\.\d+)?$/.test(number)) return Number(number);
  return value;
}

/** Only what differs, for the record of acts. */
function changed(before: FactValues, after: FactValues): { before: FactValues; after: FactValues } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]);
  const pick = (values: FactValues) => Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]!]] : [])));
  return { before: pick(before), after: pick(after) };
}
