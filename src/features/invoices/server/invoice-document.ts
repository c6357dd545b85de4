import type { Context } from '#src/server/context.ts';
import type { InvoiceRow } from '#src/server/db/tables/orders.ts';
import { RecentlyUsed } from '#src/shared/recently-used.ts';
import { findCorrection, findInvoice } from './invoice.repository.ts';
import { readContent } from './invoice.service.ts';

/** A document as a file. */
export interface InvoiceFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Rendering takes 70 ms, and the content never changes. */
const rendered = new RecentlyUsed(8 * 2 ** 20);

/** A document as a PDF of its stored content. Throws when the content was changed. */
export async function toFile(row: InvoiceRow): Promise<InvoiceFile> {
  const content = readContent(row);
  const name = `${row.number}.pdf`;
  const known = rendered.get(row.id);
  if (known) return { name, bytes: new Uint8Array(known) };
  // pdfkit takes a tenth of a second to load, which would delay every start of the server.
  const { renderInvoice } = await import('./invoice-pdf.ts');
  const bytes = await renderInvoice(content, row.issued_at);
  rendered.set(row.id, Buffer.from(bytes));
  return { name, bytes };
}

/**
 * The documents attached to a mail. The mail about a corrected invoice has the credit note for the wrong one, too.
 * `kind`: of the mail.
 */
export async function attachInvoice(
  { db }: Pick<Context, 'db'>,
  { id, kind }: { id: string; kind: string },
): Promise<InvoiceFile[]> {
  const row = await findInvoice(db.read, id);
  if (!row) throw new Error(`The invoice ${id} of a mail is not there`);
  const isCorrected = kind === 'invoice_corrected' && row.corrects_id !== null;
  const correction = isCorrected ? await findCorrection(db.read, row.corrects_id!) : undefined;
  return Promise.all([...(correction ? [correction] : []), row].map(toFile));
}
