import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { collectionHours } from '#src/shared/delivery/collection.ts';

/** When an order can be collected, and how long it is kept. */
export function collectionParts({ shop }: Pick<Context, 'shop'>, locale: Locale): string[] {
  const t = translator(locale);
  const { collection } = shop;
  return [
    `${t('checkout:delivery.hours')} ${collectionHours(collection, locale)}`,
    t('checkout:collection.kept', { count: collection.keepDays }),
  ];
}
