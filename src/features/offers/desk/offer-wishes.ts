import type { DeskForm } from '#src/desk/server/desk-form.ts';
import { readInvoiceFields } from '#src/features/orders/desk/invoice-form.ts';
import { orderWishesSchema } from '#src/features/orders/order-wishes.schema.ts';
import { completeWishes, type OrderWishes } from '#src/features/orders/order-wishes.ts';
import { invoiceFieldLabel, INVOICE_FIELDS, type InvoiceFields } from '#src/features/orders/server/invoice-details.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

/** What the names of the invoice's fields begin with, because the form has a delivery address too. */
export const BILLING = 'billing.';

const EMPTY = { ...(Object.fromEntries(INVOICE_FIELDS.map((name) => [name, ''])) as InvoiceFields), country: 'DE' };

export const typedInvoice = (form: DeskForm | undefined): InvoiceFields =>
  form ? { ...EMPTY, ...readInvoiceFields(form, BILLING) } : EMPTY;

/** Whether the form names anything of this. The country is always chosen. */
export const hasInvoice = (fields: InvoiceFields): boolean =>
  INVOICE_FIELDS.some((name) => name !== 'country' && fields[name] !== '');

export const hasNote = (form: DeskForm | undefined): boolean =>
  form !== undefined && (form.has('gift') || form.text('note') !== '' || form.text('gift.message') !== '');

/** The buyer's wishes as the checkout checks them; or the names of the wrong fields, and their labels. */
export function readWishes(form: DeskForm, t: Translate): Result<OrderWishes, { names: string[]; labels: string[] }> {
  const { reference, ...billing } = typedInvoice(form);
  const message = form.text('gift.message');
  const parsed = orderWishesSchema.safeParse({
    billing: hasInvoice({ ...billing, reference: '' }) ? billing : null,
    reference,
    note: form.text('note'),
    // A typed greeting is for a present.
    gift: form.has('gift') || message ? { message } : null,
  });
  if (parsed.success) return ok(completeWishes(parsed.data));
  const wrong = parsed.error.issues.map(({ path }) => path.join('.'));
  const fields = [
    ...INVOICE_FIELDS.map((name) => ({
      name: `${BILLING}${name}`,
      path: name === 'reference' ? name : `${BILLING}${name}`,
      label:
        name === 'reference'
          ? invoiceFieldLabel(t, name)
          : `${t('checkout:wishes.billingTitle')}: ${invoiceFieldLabel(t, name)}`,
    })),
    { name: 'note', path: 'note', label: t('desk:orders.note') },
    { name: 'gift.message', path: 'gift.message', label: t('checkout:wishes.fields.message') },
  ].filter(({ path }) => wrong.includes(path));
  return fail({ names: fields.map(({ name }) => name), labels: fields.map(({ label }) => label) });
}
