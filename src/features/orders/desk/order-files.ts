import { billingLines } from '#src/features/account/billing-address.ts';
import { findInvoiceByNumber } from '#src/features/invoices/server/invoice.repository.ts';
import { toFile } from '#src/features/invoices/server/invoice-document.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { spreadsheetTable } from '#src/shared/spreadsheet.ts';
import { carrierName, type Shipment } from '../shipment.ts';
import { findOrderByNumber, findOrdersByNumber, type StoredOrder } from '../server/order.repository.ts';
import { renderPackingSlips } from '../server/packing-slip.ts';
import { MOST_ORDERS } from '../packing.ts';
import { statusText } from './status-text.ts';

type Parcel = Pick<Shipment, 'carrier' | 'trackingNumber'>;

export const findOrdersOfSlips = ({ db }: Context, numbers: string[]): Promise<StoredOrder[]> =>
  findOrdersByNumber(db.read, numbers.slice(0, MOST_ORDERS));

const COLUMNS = [
  ...['Zeit', 'Bestellung', 'Status', 'Name', 'E-Mail', 'PLZ', 'Ort', 'Summe', 'Erstattet'],
  // New columns come last, because shops' spreadsheets rely on the positions of the others.
  ...['Straße', 'Adresszusatz', 'Paketdienst', 'Sendungsnummer'],
  ...['Rechnung an', 'Firma', 'USt-IdNr.', 'Bestellnummer des Käufers', 'Nachricht', 'Geschenk', 'Grußtext'],
];
const NO_PARCEL: Parcel = { carrier: null, trackingNumber: null };
/** The table is in German, like the accountant's. */
const german = translator('de-DE');

/** A table for German spreadsheets. */
export const ordersCsv = (orders: StoredOrder[], parcels: ReadonlyMap<string, Parcel>): string =>
  spreadsheetTable([
    COLUMNS,
    ...orders.map(({ id, orderedAt, orderNumber, status, address, email, total, refunded, ...order }) => {
      const { billing, reference, note, gift } = order;
      const { carrier, trackingNumber } = parcels.get(id) ?? NO_PARCEL;
      const { name, address: street, number, additional_address, postal_code, city } = address;
      return [
        ...[berlinTime(orderedAt), orderNumber, statusText(status, german), name, email, postal_code, city],
        ...[total, refunded],
        ...[`${street} ${number}`, additional_address, carrier ? carrierName(carrier) : '', trackingNumber ?? ''],
        ...[billing ? billingLines(billing, 'de-DE').join(', ') : '', billing?.company ?? '', billing?.vatId ?? ''],
        ...[reference ?? '', note ?? '', gift ? german('desk:yes') : '', gift?.message ?? ''],
      ];
    }),
  ]);

/** A document of an order as a PDF; undefined when it belongs to another order. */
export async function orderDocument(ctx: Context, orderNumber: string, document: string) {
  const order = await findOrderByNumber(ctx.db.read, orderNumber);
  if (!order) return undefined;
  if (document === 'slip') return { name: `${orderNumber}.pdf`, bytes: await renderPackingSlips(ctx, [order]) };
  const row = await findInvoiceByNumber(ctx.db.read, document);
  return row?.order_id === order.id ? toFile(row) : undefined;
}
