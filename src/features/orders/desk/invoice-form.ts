import type { DeskForm } from '#src/desk/server/desk-form.ts';
import { INVOICE_FIELDS, type InvoiceFields } from '../server/invoice-details.ts';

/** The typed fields of an invoice's recipient. `prefix`: what their names begin with. */
export const readInvoiceFields = (form: DeskForm, prefix = ''): InvoiceFields =>
  Object.fromEntries(INVOICE_FIELDS.map((name) => [name, form.line(`${prefix}${name}`)])) as InvoiceFields;
