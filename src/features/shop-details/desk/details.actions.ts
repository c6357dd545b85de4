import { mistakesIn, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { LOCALES, type Locale } from '#src/i18n/locales.ts';
import type { resources, Translate } from '#src/i18n/translate.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { fieldName, fieldsOf, tablesOf, type DetailGroup, type DetailTable } from '../detail-fields.ts';
import {
  findFacts,
  saveDetails,
  tidyAmount,
  typedNumber,
  type FactsNow,
  type FactValues,
} from '../server/edit-details.service.ts';

/** Empty rows below the existing ones of a table. */
const ROWS_MORE = 2;

/** The rows of a table in a form, in the order of their names, followed by empty ones. */
export function rowsOf(values: FactValues, table: DetailTable): { name: string; value: string }[] {
  const rows = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(`${table}.`) ? [{ name: name.slice(table.length + 1), value }] : [],
  );
  return [...rows, ...Array.from({ length: ROWS_MORE }, () => ({ name: '', value: '' }))];
}

type AnyHint = keyof (typeof resources)['en-US']['desk']['facts']['hints'];

/** A field whose text the owner writes in each language: `hours.de-DE`. */
function inLanguage(name: string): { of: 'hours' | 'fastName'; locale: Locale } | undefined {
  const [, of, locale] = /^(hours|name)\.(.+)$/.exec(name) ?? [];
  return of ? { of: of === 'hours' ? 'hours' : 'fastName', locale: locale as Locale } : undefined;
}

/** The hint of a field; '' when the field's name is sufficient. */
export function hintOf(group: DetailGroup, name: string, t: Translate): string {
  // What is offered differs from group to group.
  if (name === 'offered') return group === 'collection' ? t('desk:facts.collectionOffered') : '';
  const own = name.startsWith('revenue.') ? 'revenue' : (inLanguage(name)?.of ?? name.split('.').at(-1));
  return t(`desk:facts.hints.${own as AnyHint}`, { defaultValue: '' });
}

/** Two texts around a number's hint: which values are allowed, and the default. `usual`: '' if there is no default. */
export function boundsOf(
  group: DetailGroup,
  { name, kind, usual }: { name: string; kind: unknown; usual: string },
  t: Translate,
): { before: string; after: string } {
  const isAccount = group === 'accounting' && kind === 'number' && name !== 'consultant' && name !== 'client';
  const value = kind === 'amount' ? usual.replace('.', ',') : kind === 'number' ? usual : '';
  return {
    before: isAccount ? t('desk:facts.account') : kind === 'amount' ? t('desk:facts.amountUpTo') : '',
    after: value && t('desk:facts.usual', { value }),
  };
}

/** A field's name for people. */
export function labelOf(group: DetailGroup, name: string, t: Translate): string {
  const rate = /^revenue\.(\d+)$/.exec(name)?.[1];
  if (rate) return t('desk:facts.revenue', { rate });
  const written = inLanguage(name);
  if (written) return t(`desk:facts.${written.of}`, { language: LOCALES[written.locale].label });
  const carrier = /^carriers\.(.+)$/.exec(name)?.[1];
  if (carrier !== undefined) return `${t('desk:facts.carriersTitle')}: ${carrier.toUpperCase()}`;
  const first = /^breaks\.(.+)$/.exec(name)?.[1];
  if (first !== undefined) return `${t('desk:facts.breaksTitle')}: ${first}`;
  const above = /^heavier\.(.+)$/.exec(name)?.[1];
  if (above !== undefined) return t('desk:facts.heavierOf', { weight: above.replace('.', ',') });
  return t(`desk:facts.fields.${group}.${name}` as 'desk:facts.fields.company.name', { defaultValue: name });
}

type NamedChoice = keyof (typeof resources)['en-US']['desk']['facts']['choices'];

/** The words for one of a field's choices. */
export const choiceText = (choice: string, t: Translate): string =>
  t(`desk:facts.choices.${choice as NamedChoice}`, { defaultValue: choice });

export interface FactsProblem extends DeskError {
  /** The values that somebody else saved meanwhile. */
  now?: FactsNow;
}

/** The values of a form, with the rows of tables under their names. */
export function typedFacts(group: DetailGroup, form: DeskForm): FactValues {
  const fields = fieldsOf(group).map((field): [string, string] => {
    const name = fieldName(field);
    return [name, field.kind === 'yes' ? String(form.has(name)) : form.text(name)];
  });
  return Object.fromEntries([...fields, ...tablesOf(group).flatMap((table) => typedRows(table, form))]);
}

function typedRows(table: DetailTable, form: DeskForm): [string, string][] {
  const values = form.all(`${table}Value`);
  return form.all(`${table}Name`).flatMap((typed, index): [string, string][] => {
    const [name, value] = [typed.trim(), (values[index] ?? '').trim()];
    if (!name && !value) return [];
    if (table === 'heavier') return [[`${table}.${name.replace(',', '.')}`, tidyAmount(value)]];
    // A single day needs no last day.
    return [[`${table}.${name}`, value || (table === 'breaks' ? name : '')]];
  });
}

export async function saveFactsFrom(
  { ctx, t }: OpenDesk,
  group: DetailGroup,
  form: DeskForm,
): Promise<Result<'factsSaved' | 'nothingChanged', FactsProblem>> {
  const typed = typedFacts(group, form);
  const facts = findFacts(ctx);
  if (group === 'tax' && facts && typed.mode !== facts.tax.values.mode && !form.has('confirmed'))
    return fail({ kind: 'tax_mode_unconfirmed', marked: ['confirmed'] });
  for (const field of fieldsOf(group)) {
    const name = fieldName(field);
    const number = typedNumber(typed[name] ?? '', field.kind);
    if (number?.ok === false && number.error.kind === 'ambiguous_number')
      return fail({
        kind: number.error.kind,
        values: { what: labelOf(group, name, t), ...number.error.values },
        marked: [name],
      });
  }
  const saved = await saveDetails(ctx, { group, digest: form.text('digest'), typed });
  if (saved.ok) return ok(saved.value === 'saved' ? 'factsSaved' : 'nothingChanged');
  if (saved.error.kind !== 'fact_mistakes') return fail(saved.error);
  // Each field's hint describes the expected value, in the person's language.
  const marked = new Set<string>();
  const places = saved.error.mistakes.map(({ name, message }) => {
    const own = name.startsWith(`${group}.`) ? name.slice(group.length + 1) : undefined;
    // A rule for several fields, such as the delivery days, names their common prefix.
    const fields =
      own === undefined ? [] : Object.keys(typed).filter((field) => field === own || field.startsWith(`${own}.`));
    for (const field of fields) marked.add(field);
    return fields.length > 0 ? fields.map((field) => labelOf(group, field, t)).join('; ') : `${name}: ${message}`;
  });
  return fail({
    kind: 'content_mistakes',
    values: { where: [...new Set(places)].join(', ') },
    marked: [...marked],
    mistakes: mistakesIn(t, marked, (field) => labelOf(group, field, t)),
  });
}
