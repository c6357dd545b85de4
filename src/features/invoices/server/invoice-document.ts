import type { Context } from '#src/server/context.ts';
import type { InvoiceRow } from '#src/server/db/schema.ts';
import { findInvoice } from './invoice.repository.ts';
import { renderInvoice } from './invoice-pdf.ts';
import { readContent } from './invoice.service.ts';

/** A document as a file. */
export interface InvoiceFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Renders a document from its stored content. Throws when the content was changed. */
export const toFile = async (row: InvoiceRow): Promise<InvoiceFile> => ({
  name: `${row.number}.pdf`,
  bytes: await renderInvoice(readContent(row), row.issued_at),
});

/** The document that a mail carries. */
export async function attachInvoice({ db }: Pick<Context, 'db'>, id: string): Promise<InvoiceFile> {
  const row = await findInvoice(db.read, id);
  if (!row) throw new Error(`The invoice ${id} of a mail is not there`);
  return toFile(row);
}
