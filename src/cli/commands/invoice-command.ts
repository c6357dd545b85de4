import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { readOrderNumbers } from '#src/features/orders/server/order-number.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { currentInvoice, isInvoiceNumber } from '#src/features/invoices/invoice.ts';
import { findInvoiceByNumber, findInvoicesOf } from '#src/features/invoices/server/invoice.repository.ts';
import { toFile } from '#src/features/invoices/server/invoice-document.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { InvoiceRow } from '#src/server/db/tables/orders.ts';
import { withContext } from '#src/server/with-context.ts';

/** `orders invoice`. */
export const invoiceCommand = (): Command =>
  new Command('invoice')
    .description('write an order’s invoice, or the document of this number, to a PDF file')
    .argument('<number...>', 'an order’s number, or a document’s such as RE-2026-00001')
    .option('--out <file>', 'the file; default: the document’s number in the current folder')
    .action((words: string[], { out }: { out?: string }) =>
      withContext(async ({ db }) => {
        const found = await findDocument(db.read, words.join(' ').toUpperCase());
        if ('refusal' in found) {
          console.error(found.refusal);
          process.exitCode = 1;
          return;
        }
        const { name, bytes } = await toFile(found);
        writeFileSync(out ?? name, bytes);
        console.log(`${found.number}: ${out ?? name}`);
      }),
    );

async function findDocument(db: Reader, words: string): Promise<InvoiceRow | { refusal: string }> {
  if (isInvoiceNumber(words))
    return (await findInvoiceByNumber(db, words)) ?? { refusal: `There is no document ${words}.` };
  const number = readOrderNumbers([words]).numbers[0] ?? words;
  const order = await findOrderByNumber(db, number);
  if (!order) return { refusal: `There is no order ${number}. \`npm run shop -- orders list\` shows the numbers.` };
  const invoice = currentInvoice(await findInvoicesOf(db, [order.id]));
  if (invoice) return invoice;
  const reason =
    order.payment === 'pending'
      ? 'its payment is pending; the invoice is issued once the money arrives'
      : order.payment === 'cancelled'
        ? 'its payment failed'
        : 'it was placed before the shop issued invoices, which never issues one later; write it by hand';
  return { refusal: `${number} has no invoice: ${reason}.` };
}
