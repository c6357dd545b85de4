import { billingLines } from '#src/features/account/billing-address.ts';
import { destinationLines, isCollected } from '#src/features/orders/collection.ts';
import { isVoucherPaymentId } from '#src/features/orders/voucher-part.ts';
import { codeAndName } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { loadOrderRecord } from '#src/features/orders/server/order-record.loader.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { loadPacking, packingOf, type ParcelPacking } from '#src/features/orders/server/packing.loader.ts';
import { listedTotals } from '#src/features/orders/order.ts';
import { addressLines } from '#src/features/orders/parcel-point.ts';
import { carrierName, trackingLink } from '#src/features/orders/shipment.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Context } from '#src/server/context.ts';
import { savedShop } from '#src/server/shop-file.ts';
import type { ShopData } from '#src/settings/shop-yaml/shop-data.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { stripControlCharacters } from '#src/cli/strip-control-characters.ts';
import { withdrawalLines } from '../withdrawals-command.ts';

/** Prints all data of an order. */
export async function showOrder(ctx: Context, order: StoredOrder): Promise<void> {
  const { read: db } = ctx.db;
  const { phone, refunds, cases, invoices, mails, evidence } = await loadOrderRecord(db, order);
  const withdrawals = await withdrawalLines(db, order.id, ctx.now());
  const packing = await loadPacking(db, order);
  const { discount } = listedTotals(order);
  const unsent = new Map(packing.refunded.map(({ code, units }) => [code, `  (${units} refunded, not to be sent)`]));
  const lines = order.lines.map(
    ({ quantity, code, name, price }) =>
      `  ${String(quantity).padStart(2)} × ${codeAndName({ code, name })}  ${formatPrice(price * quantity)}` +
      (unsent.get(code) ?? ''),
  );
  const texts = [
    `${order.orderNumber}  ${berlinTime(order.orderedAt)}  ${order.status} (payment: ${order.payment}, delivery: ` +
      `${order.delivery})`,
    ...lines,
    ...packing.holds.map((hold) => `  on hold: ${hold}`),
    `  Shipping ${formatPrice(order.shipping)}, deposit ${formatPrice(order.deposit)}, ` +
      `total ${formatPrice(order.total)}` +
      (discount ? `, contained: discount code ${discount.code} ${formatPrice(discount.amount)}` : '') +
      (order.voucher ? `, gift voucher ${order.voucher.code} ${formatPrice(order.voucher.amount)}` : '') +
      (order.refunded ? `, refunded ${formatPrice(order.refunded)}` : ''),
    ...(isCollected(order)
      ? [`  collected at ${destinationLines(order, ctx.shop.terms.name).join(', ')}`]
      : [...addressLines(order.address), 'Deutschland'].map((line) => `  ${line}`)),
    `  ${[order.clientName, order.email, phone].filter(Boolean).join('  ')}  ` +
      `${order.clientId ? 'with an account' : 'without an account'}`,
    ...wishLines(order),
    `  ${paymentName(order)} ${order.captureId ?? 'none'}`,
    ...packing.parcels.flatMap(({ parcel }) => parcelLines(savedShop(ctx), packingOf(packing, parcel.number)!)),
    ...refunds.map(
      (row) =>
        `  refund ${berlinTime(row.created_at)}  ${formatPrice(row.amount_cents)}  ${row.status} ` +
        `(${[row.reason, row.issue].filter(Boolean).join(', ')})`,
    ),
    ...cases.map(
      (row) =>
        `  ${row.kind} ${berlinTime(row.opened_at)}  ${formatPrice(row.amount_cents)}  ${row.state} ` +
        `(${row.outcome ?? row.reason ?? 'no reason'})  ${row.id}`,
    ),
    ...withdrawals.map((line) => `  ${line}`),
    ...invoices.map(
      (row) => `  ${row.number}  ${berlinTime(row.issued_at)}  ${formatPrice(row.total_cents)}  SHA-256 ${row.digest}`,
    ),
    ...mails.map(
      (row) =>
        `  mail ${berlinTime(row.created_at)}  ${row.kind}  to ${row.recipient}  ` +
        (row.sent_at ? `sent ${berlinTime(row.sent_at)}` : row.given_up_at ? 'given up' : 'waiting'),
    ),
    ...packing.notes.map(({ created_at, who, text }) => `  note ${berlinTime(created_at)}  ${who}: ${text}`),
    ...evidence.map(([name, digest]) => `  ${name}  SHA-256 ${digest}`),
  ];
  console.log(texts.map(stripControlCharacters).join('\n'));
}

function wishLines({ billing, reference, note, gift }: StoredOrder): string[] {
  const oneLine = (text: string) => text.replaceAll('\n', ' / ');
  return [
    ...(billing ? [`  invoice to ${billingLines(billing, 'de-DE').join(', ')}`] : []),
    ...(billing?.vatId ? [`  VAT id ${billing.vatId}`] : []),
    ...(reference ? [`  buyer's reference ${reference}`] : []),
    ...(note ? [`  buyer's note: ${oneLine(note)}`] : []),
    ...(gift ? [`  present, no prices in the parcel${gift.message && `; greeting: ${oneLine(gift.message)}`}`] : []),
  ];
}

function parcelLines(shop: ShopData, { parcel, parcels, lines }: ParcelPacking): string[] {
  const { carrier, trackingNumber, packedAt, handedOverAt, deliveredAt, lots, reason, reasonText } = parcel;
  const isOnly = parcels.length === 1;
  if (isOnly && !packedAt) return [];
  const link = trackingLink(shop.shipping.carriers, parcel);
  const steps = [
    ['packed', packedAt],
    ['handed over', handedOverAt],
    ['delivered', deliveredAt],
  ] as const;
  const history = steps.flatMap(([step, at]) => (at ? [`${step} ${berlinTime(at)}`] : []));
  const units = lines.map(({ code, quantity }) => `${quantity} × ${code}`).join(', ');
  const again = reason ? `, sent again: ${[reason, reasonText].filter(Boolean).join(', ')}` : '';
  return [
    isOnly
      ? `  parcel ${history.join(', ')}`
      : `  parcel ${parcel.number} (${units || 'empty'}${again}) ${history.join(', ') || 'to be packed'}`,
    ...(trackingNumber ? [`  ${carrierName(carrier ?? '')} ${trackingNumber}${link ? `  ${link}` : ''}`] : []),
    ...(lots.length > 0 ? [`  lots ${lots.map(({ code, lot }) => `${code} ${lot}`).join(', ')}`] : []),
  ];
}

function paymentName({ transfer, captureId }: StoredOrder): string {
  if (transfer) return 'bank transfer';
  return captureId && isVoucherPaymentId(captureId) ? 'gift voucher' : 'PayPal capture';
}
