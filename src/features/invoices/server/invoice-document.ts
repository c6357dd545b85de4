import type { Context } from '#src/server/context.ts';
import type { InvoiceRow } from '#src/server/db/tables/orders.ts';
import { findInvoice } from './invoice.repository.ts';
import { readContent } from './invoice.service.ts';

/** A document as a file. */
export interface InvoiceFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Renders a document from its stored content. Throws when the content was changed. */
export async function toFile(row: InvoiceRow): Promise<InvoiceFile> {
  const content = readContent(row);
  // pdfkit takes a tenth of a second to load, which would delay every start of the server.
  const { renderInvoice } = await import('./invoice-pdf.ts');
  return { name: `${row.number}.pdf`, bytes: await renderInvoice(content, row.issued_at) };
}

/** The document that a mail carries. */
export async function attachInvoice({ db }: Pick<Context, 'db'>, id: string): Promise<InvoiceFile> {
  const row = await findInvoice(db.read, id);
  if (!row) throw new Error(`The invoice ${id} of a mail is not there`);
  return toFile(row);
}
