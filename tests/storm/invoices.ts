import type { InvoiceRow } from '#src/server/db/tables/orders.ts';
import type { Bought } from './books.ts';

const sumOf = (rows: InvoiceRow[]) => rows.reduce((sum, { total_cents }) => sum + total_cents, 0);

/**
 * A paid order has one invoice of its total, credit notes of what was refunded, and for each correction of its invoice
 * a credit note of the whole and another invoice. Any other checkout has none.
 */
export function wrongInvoices({ id, order, payment, total_cents, invoices, changes }: Bought): string[] {
  const isPaid = order !== undefined && order.payment_status !== 'pending' && order.payment_status !== 'cancelled';
  const of = (kind: InvoiceRow['kind'], isCorrection: boolean) =>
    invoices.filter((row) => row.kind === kind && (row.corrects_id !== null) === isCorrection);
  const [own, notes] = [of('invoice', false), of('credit_note', false)];
  const corrections = changes.filter(({ kind }) => kind === 'invoice').length;
  const correcting = [...of('invoice', true), ...of('credit_note', true)];
  const corrected = [...Map.groupBy(correcting, (row) => row.corrects_id).values()];
  const facts = {
    [`checkout ${id} has ${own.length} invoices`]: own.length === (isPaid ? 1 : 0),
    [`checkout ${id} of ${total_cents} has invoices of ${sumOf(own)}`]: sumOf(own) === (isPaid ? total_cents : 0),
    [`checkout ${id} has credit notes of ${sumOf(notes)}, refunded were ${payment?.refunded_cents}`]:
      sumOf(notes) === (isPaid ? payment?.refunded_cents : 0),
    [`checkout ${id} corrected ${corrected.length} invoices in ${corrections} changes`]:
      corrected.length === corrections,
    [`checkout ${id} has a correction that is not one credit note and one invoice of its total`]: corrected.every(
      (pair) =>
        pair.length === 2 && pair[0]!.kind !== pair[1]!.kind && pair.every((row) => row.total_cents === total_cents),
    ),
    [`checkout ${id} corrects one invoice after another`]:
      invoices.filter(({ kind, id }) => kind === 'invoice' && !correcting.some((row) => row.corrects_id === id))
        .length === own.length,
  };
  return Object.keys(facts).filter((sentence) => !facts[sentence]);
}

/** The numbers of each series and year begin with 1; none is left out and none comes twice. */
export function wrongNumbers(rows: Pick<InvoiceRow, 'number'>[]): string[] {
  const series = Map.groupBy(rows, ({ number }) => number.replace(/\d+$/, ''));
  return [...series].flatMap(([name, members]) => {
    const positions = members.map(({ number }) => Number(number.slice(name.length))).sort((a, b) => a - b);
    const odd = positions.find((position, index) => position !== index + 1);
    return odd === undefined ? [] : [`the numbers ${name}… have a gap or a double before ${odd}`];
  });
}
