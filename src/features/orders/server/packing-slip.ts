import { findPackedProducts } from '#src/features/catalogue/server/packed-products.repository.ts';
import { loadPrintedPictures } from '#src/features/catalogue/server/printed-pictures.ts';
import type { Paper } from '#src/features/invoices/server/paper.ts';
import { writePdf } from '#src/features/invoices/server/pdf-file.ts';
import { formatDate, formatPrice } from '#src/i18n/format.ts';
import { translator, type Translate } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { isCollected } from '../collection.ts';
import { packedLines } from '../order.ts';
import { addressLines } from '../parcel-point.ts';
import { isParcelHere } from '../parcel.ts';
import type { StoredOrder } from './order.repository.ts';
import { loadPackings, packingOf, type Packing, type ParcelPacking } from './packing.loader.ts';

/** Widths of the columns for quantity and code in points; the name gets the rest. */
const QUANTITY = 62;
const CODE = 120;

/**
 * Packing slips: each parcel on separate pages, in the shop's language; without prices. The greeting of a present
 * is printed as the buyer wrote it. `parcel`: only this one of each order; by default those that have not left, or all.
 */
export async function renderPackingSlips(
  ctx: Pick<Context, 'config' | 'now' | 'db' | 'shop'>,
  orders: StoredOrder[],
  parcel?: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { config, now, db } = ctx;
  const packings = (await loadPackings(db.read, orders)).flatMap((packing) => slipsOf(packing, parcel));
  const ids = [...new Set(packings.flatMap(({ lines }) => lines.map(({ productId }) => productId)))];
  const pictures = await loadPrintedPictures(ctx, await findPackedProducts(db.read, config.shopLocale, ids));
  const t = translator(config.shopLocale);
  const { company } = savedShop(ctx);
  const title = `${t('invoice:slip')} ${orders.map(({ orderNumber }) => orderNumber).join(', ')}`;
  const facts = {
    title,
    author: company.name,
    locale: config.shopLocale,
    at: now().toISOString(),
    foot: t('invoice:slip'),
  };
  return writePdf(facts, (paper) =>
    packings.forEach((packing, index) => {
      if (index > 0) paper.page();
      const date = formatDate(packing.order.orderedAt, config.shopLocale);
      writeSlip(paper, t, packing, { sender: company, date, pictures });
    }),
  );
}

function slipsOf(packing: Packing, number: number | undefined): ParcelPacking[] {
  const { parcels } = packing;
  const here = parcels.filter(({ parcel, lines }) => isParcelHere(parcel) && lines.length > 0);
  const chosen = number === undefined ? (here.length > 0 ? here : parcels) : parcels;
  return chosen
    .map(({ parcel }) => packingOf(packing, parcel.number)!)
    .filter(({ parcel }) => number === undefined || parcel.number === number);
}

interface Facts {
  sender: { name: string; street: string; postalCode: string; city: string };
  date: string;
  /** By the product's id. */
  pictures: ReadonlyMap<number, string>;
}

function writeSlip(paper: Paper, t: Translate, packing: ParcelPacking, { sender, date, pictures }: Facts): void {
  const { order, parcel, place } = packing;
  const lines = packedLines(packing.lines);
  const { gift } = order;
  paper.lines([`${sender.name} · ${sender.street} · ${sender.postalCode} ${sender.city}`], { size: 8 });
  paper.space(18);
  if (order.deliveryMethod !== 'standard')
    paper.lines([t(`checkout:delivery.ways.${order.deliveryMethod}`)], { size: 14 });
  // At the shop's own address, only the name of the person who collects says something.
  const recipient = isCollected(order) ? [order.address.name] : [...addressLines(order.address), 'Deutschland'];
  paper.lines(recipient, { size: 11 });
  paper.space(22);
  paper.heading(`${t('invoice:slip')} ${order.orderNumber}`);
  paper.space(4);
  paper.lines([`${t('invoice:ordered')}: ${date}`], { size: 9 });
  if (place) paper.lines([t('invoice:slipParcel', place)], { size: 11 });
  if (parcel.reason) paper.lines([t('invoice:slipReplacement')], { size: 11 });
  if (packing.together.length > 0)
    paper.lines([`${t('invoice:slipTogether')}: ${packing.together.join(', ')}`], { size: 11 });
  paper.space(12);
  // The sheet of a present goes into the parcel, so what only the packer may read is on a second one.
  if (gift) writeGreeting(paper, t, gift.message);
  else writeWarnings(paper, t, packing);
  if (lines.length > 0)
    paper.table({
      head: [t('invoice:quantity'), t('mail:order.code', { code: '' }).trim(), t('invoice:item')],
      rows: lines.map(({ quantity, code, name, traits }) => [
        String(quantity),
        code,
        [name, traits].filter(Boolean).join('\n'),
      ]),
      pictures: lines.map(({ productId }) => pictures.get(productId)),
      widths: [QUANTITY, CODE, paper.room - QUANTITY - CODE],
      rightFrom: Infinity,
    });
  const texts = notesOf(t, packing);
  if (gift) {
    paper.page();
    paper.heading(`${t('invoice:slip')} ${order.orderNumber}`);
    paper.lines([t('invoice:slipGiftRest')], { size: 11 });
    paper.space(12);
    writeWarnings(paper, t, packing);
    paper.lines(texts, { size: 11 });
  } else if (texts.length > 0) {
    paper.space(16);
    paper.lines([t('invoice:slipNotes')], { size: 9 });
    paper.lines(texts, { size: 11 });
  }
}

function writeGreeting(paper: Paper, t: Translate, message: string): void {
  paper.lines([t('invoice:slipGift')], { size: 14 });
  paper.space(8);
  if (message) paper.lines(message.split('\n'), { size: 12 });
  paper.space(16);
}

function writeWarnings(paper: Paper, t: Translate, packing: ParcelPacking): void {
  const warnings = warningsOf(t, packing);
  if (warnings.length === 0) return;
  paper.lines(warnings, { size: 11 });
  paper.space(12);
}

/** The buyer's note, and the notes of the staff. */
const notesOf = (t: Translate, { order: { note }, notes }: ParcelPacking): string[] => [
  ...(note ? [`${t('invoice:slipBuyerNote')}: ${note}`] : []),
  ...notes.map(({ text }) => text),
];

/** Why the parcel is on hold, and what was removed from the order. */
const warningsOf = (
  t: Translate,
  { order, holds, refunded, refundedAmount, lines, parcel }: ParcelPacking,
): string[] => [
  ...holds.map((hold) => t(`desk:holds.${hold}`)),
  ...refunded.map(({ code, name, units }) => t('desk:packing.refundedUnits', { units, product: `${name} (${code})` })),
  ...(refundedAmount > 0 && lines.length > 0 && isParcelHere(parcel)
    ? [
        order.gift
          ? t('desk:packing.refundedSome')
          : t('desk:packing.refundedAmount', { amount: formatPrice(refundedAmount) }),
      ]
    : []),
];
