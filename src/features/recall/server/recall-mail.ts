import { hash } from 'node:crypto';
import { localeOf } from '#src/features/checkout/server/order-mails.ts';
import type { StoredOrder } from '#src/features/checkout/server/order.repository.ts';
import { formatDate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { loadSavedShopData } from '#src/server/shop-data.ts';
import { localised, pages } from '#src/shared/paths.ts';

interface Recall {
  code: string;
  lot?: string | undefined;
  product: { product_name: string; brand: string | null; ean: string | null };
  recalledAt: string;
  hazard: Record<Locale, string>;
}

/** Each order gets one mail of a recall. A recall that was undone and is repeated later is another one. */
const idOf = ({ code, lot, recalledAt }: Recall, orderId: string) =>
  `recall-${hash('sha256', JSON.stringify([code, lot, recalledAt]), 'hex').slice(0, 12)}-${orderId}`;

/** The direct notice of Art. 35(1) GPSR with the contents of Art. 36(2), in the language of the order. */
export async function enqueueRecallMail(ctx: Context, tx: Writer, recall: Recall, order: StoredOrder): Promise<void> {
  const { code, lot, product, hazard } = recall;
  const locale = localeOf(order.locale);
  const t = translator(locale);
  const { contact } = loadSavedShopData();
  const name = order.lines.find((line) => line.code === code)?.name ?? product.product_name;
  await enqueueMail(ctx, tx, {
    id: idOf(recall, order.id),
    kind: 'recall',
    locale,
    to: order.email,
    subject: t('recall:subject', { product: name }),
    parts: [
      { kind: 'paragraph', text: t('mail:greeting', { name: order.clientName }) },
      { kind: 'paragraph', text: t('recall:text', { number: order.orderNumber, date: formatDate(order.orderedAt, locale) }) },
      {
        kind: 'table',
        rows: [
          [t('recall:product'), name],
          ...(product.brand ? [[t('recall:brand'), product.brand]] : []),
          [t('recall:code'), code],
          ...(product.ean ? [['EAN', product.ean]] : []),
          [t('recall:lot'), lot ?? t('recall:allLots')],
        ],
      },
      { kind: 'heading', text: t('recall:hazard') },
      { kind: 'paragraph', text: hazard[locale] },
      { kind: 'heading', text: t('recall:todo') },
      { kind: 'paragraph', text: t('recall:stop') },
      { kind: 'paragraph', text: t('recall:remedy') },
      { kind: 'paragraph', text: t('recall:contact', { email: contact.email, phone: contact.phone }) },
      { kind: 'paragraph', text: t('recall:share') },
      { kind: 'button', label: t('recall:button'), href: ctx.config.siteUrl + localised(locale, pages.recalls(code)) },
    ],
  });
}
