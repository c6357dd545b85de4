import { resources } from '#src/i18n/translate.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { writtenNumbers } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { errorText, type ErrorKind, type HttpError } from '#src/server/http/errors.ts';
import type { NumberMistake } from '#src/shared/typed-number.ts';

type DeskErrors = (typeof resources)['en-US']['desk']['errors'];

/** An expected failure of the desk: one of its own, or one of the API. */
export interface DeskError {
  kind: ErrorKind | keyof DeskErrors;
  values?: Record<string, string | number>;
  /** The names of the affected inputs, on a page with many similar ones. */
  marked?: string[];
  /** What is wrong with each input of a form with many. */
  mistakes?: Record<string, string>;
  /** Why it failed may be meant, so the form asks for a tick. */
  canBeMeant?: boolean;
}

const isOwn = (kind: string): kind is keyof DeskErrors => Object.hasOwn(resources['en-US'].desk.errors, kind);

/**
 * The error of a typed number. `what`: names its field or product; `otherwise`: the error of a text that is not
 * ambiguous.
 */
export const numberError = (mistake: NumberMistake, what: string, otherwise: DeskError): DeskError =>
  mistake.kind === 'ambiguous_number' ? { kind: mistake.kind, values: { what, ...mistake.values } } : otherwise;

/** Beside each of several fields that cannot be saved: a message that names this one alone. */
export const mistakesIn = (
  t: Translate,
  fields: Iterable<string>,
  labelOf: (field: string) => string,
): Record<string, string> =>
  Object.fromEntries([...fields].map((field) => [field, t('desk:errors.content_mistakes', { where: labelOf(field) })]));

/** The error of an address: beside each wrong field its own. `names` and `labels` are in the same order. */
export const addressError = (t: Translate, names: readonly string[], labels: readonly string[]): DeskError => ({
  kind: 'order_address',
  values: { fields: labels.join(', ') },
  marked: [...names],
  mistakes: Object.fromEntries(
    names.map((name, index) => [name, t('desk:errors.order_address', { fields: labels[index] })]),
  ),
});

/** The failure's message. */
export function problemText({ locale }: { locale: Locale }, { kind, values = {} }: DeskError): string {
  if (kind === 'forbidden') return translator(locale)('desk:refused.forbidden');
  if (!isOwn(kind)) return errorText({ kind, values } as HttpError, locale);
  return translator(locale)(`desk:errors.${kind}`, writtenNumbers(values));
}
