import { LOCALES, type Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { seatOf } from '#src/settings/shop-yaml/shop-data.ts';

/** The name of most companies already contains its legal form. */
export const nameWithForm = ({ name, legalForm }: { name: string; legalForm: string }): string =>
  name.includes(legalForm) ? name : `${name} (${legalForm})`;

/** The footer of each mail, with the legally required details of a business letter (§ 37a HGB, § 35a GmbHG). */
export function letterFooter(ctx: Pick<Context, 'config' | 'shop'>, locale: Locale): string {
  const data = savedShop(ctx);
  const t = translator(locale);
  const { name, legalForm, street, postalCode, city, representative, register, vatId, economicId } = data.company;
  return [
    t('mail:footer'),
    ctx.config.siteUrl + LOCALES[locale].prefix,
    `${nameWithForm({ name, legalForm })}, ${street}, ${postalCode} ${city}`,
    `${t('mail:company.seat', { seat: seatOf(data) })} · ${t('mail:company.register', { register })}`,
    t('mail:company.representative', { name: representative }),
    ...(vatId ? [t('mail:company.vatId', { id: vatId })] : []),
    ...(economicId ? [t('mail:company.economicId', { id: economicId })] : []),
  ].join('\n');
}
