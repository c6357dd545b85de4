import { billingLines } from '#src/features/account/billing-address.ts';
import { findInvoiceByNumber } from '#src/features/invoices/server/invoice.repository.ts';
import { toFile } from '#src/features/invoices/server/invoice-document.ts';
import { loadCaseEvidence, renderCaseEvidence } from '#src/features/refunds/server/case-evidence.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { spreadsheetTable } from '#src/shared/spreadsheet.ts';
import type { Parcel } from '../parcel.ts';
import { carrierName } from '../shipment.ts';
import { findOrderByNumber, findOrdersByNumber, type StoredOrder } from '../server/order.repository.ts';
import { renderPackingSlips } from '../server/packing-slip.ts';
import { MOST_ORDERS } from '../packing.ts';
import { statusText } from './status-text.ts';

export const findOrdersOfSlips = ({ db }: Context, numbers: string[]): Promise<StoredOrder[]> =>
  findOrdersByNumber(db.read, numbers.slice(0, MOST_ORDERS));

const COLUMNS = [
  ...['Zeit', 'Bestellung', 'Status', 'Name', 'E-Mail', 'PLZ', 'Ort', 'Summe', 'Erstattet'],
  // New columns come last, because shops' spreadsheets rely on the positions of the others.
  ...['Straße', 'Adresszusatz', 'Paketdienst', 'Sendungsnummer'],
  ...['Rechnung an', 'Firma', 'USt-IdNr.', 'Bestellnummer des Käufers', 'Nachricht', 'Geschenk', 'Grußtext'],
];
/** The table is in German, like the accountant's. */
const german = translator('de-DE');

/** A table for German spreadsheets. */
export const ordersCsv = (
  { orders, parcels }: { orders: StoredOrder[]; parcels: ReadonlyMap<string, Parcel[]> },
  now: Date,
): string =>
  spreadsheetTable([
    COLUMNS,
    ...orders.map((order) => {
      const { id, orderedAt, orderNumber, status, address, email, total, refunded } = order;
      const { billing, reference, note, gift } = order;
      const sent = (parcels.get(id) ?? []).filter(({ trackingNumber }) => trackingNumber !== null);
      const carriers = new Set(sent.map(({ carrier }) => carrierName(carrier ?? '')));
      const { name, address: street, number, additional_address, postal_code, city } = address;
      return [
        ...[
          berlinTime(orderedAt),
          orderNumber,
          statusText(status, german, order, { now }),
          name,
          email,
          postal_code,
          city,
        ],
        ...[total, refunded],
        ...[
          `${street} ${number}`,
          additional_address,
          [...carriers].join(', '),
          sent.map((parcel) => parcel.trackingNumber).join(', '),
        ],
        ...[billing ? billingLines(billing, 'de-DE').join(', ') : '', billing?.company ?? '', billing?.vatId ?? ''],
        ...[reference ?? '', note ?? '', gift ? german('desk:yes') : '', gift?.message ?? ''],
      ];
    }),
  ]);

/** A document of an order as a PDF; undefined when it belongs to another order. */
export async function orderDocument(ctx: Context, orderNumber: string, document: string) {
  const order = await findOrderByNumber(ctx.db.read, orderNumber);
  if (!order) return undefined;
  const [isSlip, parcel] = /^slip(?:-(\d{1,4}))?$/.exec(document) ?? [];
  if (isSlip)
    return {
      name: `${orderNumber}.pdf`,
      bytes: await renderPackingSlips(ctx, [order], parcel ? Number(parcel) : undefined),
    };
  if (document === 'evidence') return renderCaseEvidence(ctx, order, await loadCaseEvidence(ctx, order));
  const row = await findInvoiceByNumber(ctx.db.read, document);
  return row?.order_id === order.id ? toFile(row) : undefined;
}
