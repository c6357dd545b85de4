/** For texts that islands get as props: i18next itself would cost the browser 14 KB. */
import type { Locale } from './locales.ts';

/** Puts values into `{{name}}` places. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));

/** The form of a text that a number needs: of `count_one`, `count_other` … the one for the language. */
export function plural<Name extends string>(
  texts: Partial<Record<`${Name}_${Intl.LDMLPluralRule}`, string>>,
  name: Name,
  count: number,
  locale: Locale,
): string {
  const form = texts[`${name}_${new Intl.PluralRules(locale).select(count)}`] ?? texts[`${name}_other`] ?? '';
  return fill(form, { count });
}
