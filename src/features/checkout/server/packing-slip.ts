import type { Paper } from '#src/features/invoices/server/paper.ts';
import { writePdf } from '#src/features/invoices/server/pdf-file.ts';
import { formatDate } from '#src/i18n/format.ts';
import { translator, type Translate } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { loadShopData } from '#src/server/shop-data.ts';
import { addressLines } from '../parcel-point.ts';
import type { StoredOrder } from './order.repository.ts';

/** Widths of the columns for quantity and code in points; the name takes what is left. */
const QUANTITY = 62;
const CODE = 120;

/** What to put into the parcels, each order on pages of its own, in the shop's language; without prices. */
export function renderPackingSlips(
  { config, now }: Pick<Context, 'config' | 'now'>,
  orders: StoredOrder[],
): Promise<Uint8Array<ArrayBuffer>> {
  const t = translator(config.shopLocale);
  const { company } = loadShopData();
  const title = `${t('invoice:slip')} ${orders.map(({ orderNumber }) => orderNumber).join(', ')}`;
  const facts = { title, author: company.name, locale: config.shopLocale, at: now().toISOString(), foot: t('invoice:slip') };
  return writePdf(facts, (paper) =>
    orders.forEach((order, index) => {
      if (index > 0) paper.page();
      writeSlip(paper, t, order, { sender: company, date: formatDate(order.orderedAt, config.shopLocale) });
    }),
  );
}

interface Heading {
  sender: { name: string; street: string; postalCode: string; city: string };
  date: string;
}

function writeSlip(paper: Paper, t: Translate, { orderNumber, address, lines }: StoredOrder, { sender, date }: Heading): void {
  paper.lines([`${sender.name} · ${sender.street} · ${sender.postalCode} ${sender.city}`], { size: 8 });
  paper.space(18);
  paper.lines([...addressLines(address), 'Deutschland'], { size: 11 });
  paper.space(22);
  paper.heading(`${t('invoice:slip')} ${orderNumber}`);
  paper.space(4);
  paper.lines([`${t('invoice:ordered')}: ${date}`], { size: 9 });
  paper.space(12);
  paper.table({
    head: [t('invoice:quantity'), t('mail:order.code', { code: '' }).trim(), t('invoice:item')],
    rows: lines.map(({ quantity, code, name, traits }) => [String(quantity), code, [name, traits].filter(Boolean).join('\n')]),
    widths: [QUANTITY, CODE, paper.room - QUANTITY - CODE],
    rightFrom: Infinity,
  });
}
