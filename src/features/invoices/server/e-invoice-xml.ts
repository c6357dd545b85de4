import { FormatFactoryService } from '@e-invoice-eu/core';
import { toEInvoice } from '../e-invoice-document.ts';
import type { EInvoiceFacts } from '../invoice-facts.ts';
import type { InvoiceContent } from '../invoice.ts';

const SILENT = { log: () => {}, warn: () => {}, error: () => {} };

/** The document as XML in the syntax of Factur-X (CII D16B). The same content always gives the same text. */
export async function renderXml(content: InvoiceContent, facts: EInvoiceFacts, issuedAt: string): Promise<string> {
  // The library can also make the whole Factur-X PDF, but loses the tags for screen readers. The XML is the same.
  // Its `InvoiceService` would compile a schema of all code lists for each document, which takes a quarter of a second.
  const format = new FormatFactoryService().createFormatService('CII', SILENT);
  const document = toEInvoice(content, facts, issuedAt);
  // Version 2.3.4 looks for the corrected invoice (BT-25) one level too high, and would leave it out.
  for (const reference of document['ubl:Invoice']['cac:BillingReference'] ?? [])
    Object.assign(reference, { 'cbc:ID': reference['cac:InvoiceDocumentReference']['cbc:ID'] });
  format.fillInvoiceDefaults(document);
  return String(await format.generate(document, { format: 'CII', lang: content.locale }));
}
