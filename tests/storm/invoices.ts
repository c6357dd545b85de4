import type { InvoiceRow } from '#src/server/db/tables/orders.ts';
import type { Bought } from './books.ts';

const sumOf = (rows: InvoiceRow[]) => rows.reduce((sum, { total_cents }) => sum + total_cents, 0);

/** A paid order has one invoice of its total, and credit notes of what was refunded. Any other checkout has none. */
export function wrongInvoices({ id, order, payment, total_cents, invoices }: Bought): string[] {
  const isPaid = order !== undefined && order.payment_status !== 'pending' && order.payment_status !== 'cancelled';
  const [own, notes] = [
    invoices.filter(({ kind }) => kind === 'invoice'),
    invoices.filter(({ kind }) => kind === 'credit_note'),
  ];
  const facts = {
    [`checkout ${id} has ${own.length} invoices`]: own.length === (isPaid ? 1 : 0),
    [`checkout ${id} of ${total_cents} has invoices of ${sumOf(own)}`]: sumOf(own) === (isPaid ? total_cents : 0),
    [`checkout ${id} has credit notes of ${sumOf(notes)}, refunded were ${payment?.refunded_cents}`]:
      sumOf(notes) === (isPaid ? payment?.refunded_cents : 0),
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
