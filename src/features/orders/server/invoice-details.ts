import { z } from 'zod';
import { billingAddressSchema } from '#src/features/account/billing-address.schema.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { optionalTextLine } from '#src/shared/text-line.schema.ts';
import { MAX_REFERENCE } from '../order-wishes.ts';

const referenceSchema = z.object({ reference: optionalTextLine(MAX_REFERENCE) });

/** The fields of an invoice's recipient, with the names of the API. */
export const INVOICE_FIELDS = [
  ...(['company', 'vat_id', 'name', 'address', 'number', 'additional_address'] as const),
  ...(['postal_code', 'city', 'country', 'reference'] as const),
] as const;
export type InvoiceFields = Record<(typeof INVOICE_FIELDS)[number], string>;

export function invoiceFieldLabel(t: Translate, name: keyof InvoiceFields): string {
  if (name === 'reference') return t('desk:orders.reference');
  return name === 'company' || name === 'vat_id'
    ? t(`checkout:wishes.fields.${name}`)
    : t(`checkout:page.fields.${name}`);
}

/** Reads an invoice's recipient, or names the wrong fields. */
export function readInvoiceDetails(fields: InvoiceFields) {
  const billing = billingAddressSchema.safeParse({ ...fields, country: fields.country.toUpperCase() });
  const reference = referenceSchema.safeParse(fields);
  if (billing.success && reference.success)
    return { ok: true as const, value: { billing: billing.data, reference: reference.data.reference || null } };
  const issues = [...(billing.error?.issues ?? []), ...(reference.error?.issues ?? [])];
  const wrong = INVOICE_FIELDS.filter((name) => issues.some(({ path }) => path[0] === name));
  return { ok: false as const, error: wrong };
}
