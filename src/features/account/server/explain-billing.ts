import type { Translate } from '#src/i18n/translate.ts';

const OWN_FIELDS = ['name', 'company', 'vat_id', 'postal_code'] as const;
const SHARED_FIELDS = ['address', 'number', 'additional_address', 'city', 'country'] as const;

/** The error message for an invalid field of an invoice address. */
export function explainBilling(t: Translate, field: string): string {
  const own = OWN_FIELDS.find((known) => known === field);
  if (own) return t(`checkout:wishes.problems.${own}`);
  const shared = SHARED_FIELDS.find((known) => known === field);
  return t(shared ? `errors:field.${shared}` : 'checkout:wishes.problems.billing');
}
