import { billingLines } from '#src/features/account/billing-address.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { breakLinks } from '#src/server/outbox/break-links.ts';
import type { MailPart } from '#src/server/outbox/mail-body.ts';
import type { OrderWishes } from '#src/features/orders/order-wishes.ts';

/** Who pays, and what the buyer wants. A stranger's text is a quotation, whose links mail programs do not see. */
export function wishParts(locale: Locale, order: OrderWishes, reader: 'buyer' | 'shop'): MailPart[] {
  const t = translator(locale);
  const { billing, reference, note, gift } = order;
  const facts = [
    ...(billing?.vatId ? [[t('invoice:vatId'), billing.vatId]] : []),
    ...(reference
      ? [[t(reader === 'shop' ? 'desk:orders.reference' : 'checkout:order.reference'), breakLinks(reference)]]
      : []),
  ];
  const noteOf = reader === 'shop' ? t('mail:orderNews.note') : t('checkout:order.note');
  const messageOf = reader === 'shop' ? t('mail:orderNews.message') : t('checkout:order.message');
  return [
    ...(billing
      ? [
          { kind: 'heading' as const, text: t('checkout:order.billing') },
          breakLinks(billingLines(billing, locale).join('\n')),
        ]
      : []),
    ...(facts.length > 0 ? [{ kind: 'table' as const, rows: facts }] : []),
    ...(note ? [{ kind: 'quote' as const, note: noteOf, rows: [[note]] }] : []),
    ...(gift
      ? [
          { kind: 'heading' as const, text: t('checkout:order.gift') },
          t(reader === 'shop' ? 'desk:packing.gift' : 'checkout:order.giftText'),
        ]
      : []),
    ...(gift?.message ? [{ kind: 'quote' as const, note: messageOf, rows: [[gift.message]] }] : []),
  ];
}
