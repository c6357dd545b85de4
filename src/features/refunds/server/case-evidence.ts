/** What the shop can prove about a disputed order: invoice, parcels, mails and the texts that the buyer saw. */
import { toFile, type InvoiceFile } from '#src/features/invoices/server/invoice-document.ts';
import { destinationLines, isCollected } from '#src/features/orders/collection.ts';
import { shownCode } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { loadOrderRecord } from '#src/features/orders/server/order-record.loader.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { addressLines } from '#src/features/orders/parcel-point.ts';
import { carrierName } from '#src/features/orders/shipment.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { resources, translator, type Translate } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { PaypalEvidence } from '#src/server/gateways/paypal.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { berlinTime } from '#src/shared/german-day.ts';

type MailKind = keyof (typeof resources)['en-US']['desk']['mails'];
const isMail = (kind: string): kind is MailKind => Object.hasOwn(resources['en-US'].desk.mails, kind);
const mailName = (t: Translate, kind: string): string => (isMail(kind) ? t(`desk:mails.${kind}`) : kind);

/** The parts of the evidence, for the page in the desk and for the file. */
export async function loadCaseEvidence({ db, config }: Pick<Context, 'db' | 'config'>, order: StoredOrder) {
  const { parcels, invoices, mails, evidence } = await loadOrderRecord(db.read, order);
  return {
    invoices,
    parcels: parcels.filter(({ handedOverAt }) => handedOverAt !== null),
    // Those to the shop itself prove nothing.
    mails: mails.filter(({ sent_at, recipient }) => sent_at !== null && recipient !== config.shopEmail),
    texts: evidence,
  };
}
export type CaseEvidence = Awaited<ReturnType<typeof loadCaseEvidence>>;

/** A file with the order, its parcels, the mails that were sent, and the texts that the buyer saw. */
export async function renderCaseEvidence(
  ctx: Pick<Context, 'config' | 'shop'>,
  order: StoredOrder,
  { parcels, mails, texts }: CaseEvidence,
): Promise<InvoiceFile> {
  const { shopLocale: locale } = ctx.config;
  const t = translator(locale);
  const { company } = savedShop(ctx);
  const title = t('desk:evidence.title', { number: order.orderNumber });
  // pdfkit takes a tenth of a second to load.
  const { writePdf } = await import('#src/features/invoices/server/pdf-file.ts');
  const facts = { title, author: company.name, locale, at: order.orderedAt, foot: title };
  const bytes = await writePdf(facts, (paper) => {
    const list = (head: string[], rows: string[][]) => {
      const first = 130;
      const widths = head.length === 2 ? [first, paper.room - first] : [first, 120, paper.room - first - 120];
      if (rows.length > 0) paper.table({ head, rows, widths, rightFrom: Infinity });
      else paper.lines(['–'], { size: 10 });
      paper.space(14);
    };
    paper.heading(title);
    paper.space(8);
    paper.lines(
      [
        `${company.name}, ${company.street}, ${company.postalCode} ${company.city}`,
        `${t('invoice:ordered')}: ${berlinTime(order.orderedAt)}`,
        `${t('desk:orders.total')}: ${formatPrice(order.total)}`,
        ...(isCollected(order)
          ? [
              order.address.name,
              `${t('checkout:collection.address')}: ${destinationLines(order, ctx.shop.terms.name).join(', ')}`,
            ]
          : addressLines(order.address)),
      ],
      { size: 10 },
    );
    paper.space(14);
    list(
      [t('invoice:quantity'), t('invoice:item')],
      order.lines.map((line) => [String(line.quantity), shownCode(line) ? `${line.name} (${line.code})` : line.name]),
    );
    paper.lines([t('desk:evidence.parcels')], { size: 12 });
    list(
      [t('desk:timeline.handedOver'), t('desk:evidence.carrier'), t('desk:evidence.tracking')],
      parcels.map(({ handedOverAt, deliveredAt, carrier, trackingNumber }) => [
        berlinTime(handedOverAt!),
        carrier ? carrierName(carrier) : '–',
        [trackingNumber ?? '–', deliveredAt && `${t('desk:timeline.delivered')}: ${berlinTime(deliveredAt)}`]
          .filter(Boolean)
          .join('\n'),
      ]),
    );
    paper.lines([t('desk:evidence.mails')], { size: 12 });
    list(
      [t('desk:evidence.sent'), t('desk:evidence.mail')],
      mails.map(({ sent_at, kind, recipient }) => [berlinTime(sent_at!), `${mailName(t, kind)} → ${recipient}`]),
    );
    paper.lines([t('desk:evidence.texts')], { size: 12 });
    list(
      [t('desk:evidence.text'), 'SHA-256'],
      texts.map(([name, digest]) => [name, digest]),
    );
  });
  return { name: `order-${order.orderNumber}.pdf`, bytes };
}

/** What is sent to PayPal: tracking numbers, the shop's words, the evidence as a file and all documents. */
export async function packEvidence(ctx: Context, order: StoredOrder, note: string): Promise<PaypalEvidence> {
  const evidence = await loadCaseEvidence(ctx, order);
  return {
    note,
    parcels: evidence.parcels.flatMap(({ carrier, trackingNumber: number }) =>
      carrier && number ? [{ carrier, number }] : [],
    ),
    files: [await renderCaseEvidence(ctx, order, evidence), ...(await Promise.all(evidence.invoices.map(toFile)))],
  };
}
