import { productCodeOf, type OrderLine } from '#src/features/orders/order.ts';
import { hash } from 'node:crypto';
import { localeOf } from '#src/features/orders/server/mails/order-mails.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { formatDate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { RecallRow } from '#src/server/db/tables/catalogue.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { localised, pages } from '#src/shared/paths.ts';

type Recall = Pick<RecallRow, 'cod_catalog' | 'lot' | 'recalled_at'>;

interface About {
  product: { brand: string | null; ean: string | null };
  hazard: Record<Locale, string>;
  order: StoredOrder;
  /** The product, as its buyer knows it; several for an order with variants of it. */
  bought: Pick<OrderLine, 'name' | 'code'>[];
}

/** The prefix of the ids of a recall's mails. A recall that is repeated after it was undone gets another one. */
export const mailPrefix = ({ cod_catalog, lot, recalled_at }: Recall): string =>
  // Without the lot for a recall of all lots, as in earlier versions.
  `recall-${hash('sha256', JSON.stringify([cod_catalog, lot || undefined, recalled_at]), 'hex').slice(0, 12)}-`;

/**
 * The direct notice of Art. 35(1) GPSR with the contents of Art. 36(2), in the language of the order; one for each
 * order.
 */
export async function enqueueRecallMail(
  ctx: Context,
  tx: Writer,
  recall: Recall,
  { product, hazard, order, bought }: About,
): Promise<void> {
  const { cod_catalog: code, lot } = recall;
  const locale = localeOf(order.locale);
  const t = translator(locale);
  const { contact } = savedShop(ctx);
  const names = [...new Set(bought.map(({ name }) => name))];
  const codes = [...new Set(bought.map(productCodeOf))];
  await enqueueMail(ctx, tx, {
    id: mailPrefix(recall) + order.id,
    kind: 'recall',
    locale,
    to: order.email,
    subject: t('recall:subject', { product: names.join('; ') }),
    reader: order.clientName,
    parts: [
      t('recall:text', { number: order.orderNumber, date: formatDate(order.orderedAt, locale) }),
      {
        kind: 'table',
        rows: [
          [t('recall:product'), names.join('\n')],
          ...(product.brand ? [[t('recall:brand'), product.brand]] : []),
          [t('recall:code'), codes.join('\n')],
          ...(product.ean ? [['EAN', product.ean]] : []),
          [t('recall:lot'), lot || t('recall:allLots')],
        ],
      },
      { kind: 'heading', text: t('recall:hazard') },
      hazard[locale],
      { kind: 'heading', text: t('recall:todo') },
      t('recall:stop'),
      t('recall:remedy'),
      t('recall:contact', { email: contact.email, phone: contact.phone }),
      t('recall:share'),
      { kind: 'button', label: t('recall:button'), href: ctx.config.siteUrl + localised(locale, pages.recalls(code)) },
    ],
  });
}
