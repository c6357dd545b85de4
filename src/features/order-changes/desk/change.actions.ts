import { addressError, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { shippingAddressSchema } from '#src/features/checkout/checkout.schema.ts';
import { isGiftVoucher } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import type { ShippingAddress } from '#src/features/orders/order.ts';
import { readInvoiceFields } from '#src/features/orders/desk/invoice-form.ts';
import { INVOICE_FIELDS, invoiceFieldLabel, readInvoiceDetails } from '#src/features/orders/server/invoice-details.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { emailSchema } from '#src/server/auth/email.schema.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import {
  acceptAddress,
  changeAddress,
  changeEmail,
  declineAddress,
  type ChangeRefusal,
} from '../server/order-change.service.ts';
import { correctInvoice } from '../server/wrong-invoice.service.ts';

export type ChangeDone = 'addressChanged' | 'addressKept' | 'orderEmailChanged' | 'orderEmailOnly' | 'invoiceCorrected';

export const ADDRESS_FIELDS = ['name', 'address', 'number', 'additional_address', 'postal_code', 'city'] as const;

function readAddress(form: DeskForm, t: Translate): Result<ShippingAddress, DeskError> {
  const typed = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, form.line(name)]));
  const parsed = shippingAddressSchema.safeParse({ ...typed, country: 'DE' });
  if (parsed.success) return ok(parsed.data);
  const wrong = ADDRESS_FIELDS.filter((name) => parsed.error.issues.some(({ path }) => path[0] === name));
  return fail(
    addressError(
      t,
      wrong,
      wrong.map((name) => t(`checkout:page.fields.${name}`)),
    ),
  );
}

/** Whether a form answers the buyer's request, which the order's own page shows too. */
export const isAddressAnswer = (form: DeskForm): boolean => ['acceptAddress', 'keepAddress'].includes(form.text('act'));

/** A new email address gets the gift voucher with a new code, and everyone who can read that mailbox can spend it. */
export const mayChangeEmail = (order: StoredOrder, may: OpenDesk['may']): boolean =>
  !isGiftVoucher(order) || may('money');

/** Changes the address or email of an order, or answers the buyer's request for another address. */
export async function actOnChange(
  { ctx, t, may }: OpenDesk,
  order: StoredOrder,
  form: DeskForm,
): Promise<Result<ChangeDone, DeskError>> {
  const done = (kind: ChangeDone, changed: Result<StoredOrder, ChangeRefusal>): Result<ChangeDone, DeskError> =>
    changed.ok ? ok(kind) : fail(changeError(changed.error, form));
  switch (form.text('act')) {
    case 'address': {
      const address = readAddress(form, t);
      return address.ok ? done('addressChanged', await changeAddress(ctx, order, address.value)) : address;
    }
    case 'email': {
      if (!mayChangeEmail(order, may)) return fail({ kind: 'forbidden' });
      const email = emailSchema.safeParse(form.text('email'));
      if (!email.success) return fail({ kind: 'not_an_email', marked: ['email'] });
      const changed = await changeEmail(ctx, order, email.data);
      return done(changed.ok && changed.value.isCodeKept ? 'orderEmailOnly' : 'orderEmailChanged', changed);
    }
    case 'invoice': {
      const details = readInvoiceDetails(readInvoiceFields(form));
      if (details.ok) return done('invoiceCorrected', await correctInvoice(ctx, order, details.value));
      const labels = details.error.map((name) => invoiceFieldLabel(t, name));
      return fail(addressError(t, details.error, labels));
    }
    case 'acceptAddress':
      return done('addressChanged', await acceptAddress(ctx, order, form.text('asked')));
    case 'keepAddress':
      return done('addressKept', await declineAddress(ctx, order, form.text('asked')));
    default:
      return fail({ kind: 'invalid_input' });
  }
}

/** The field that gets the focus in each form when nothing in it has changed. */
const FIRST: Partial<Record<string, string>> = { address: 'name', email: 'email', invoice: INVOICE_FIELDS[0] };

function changeError({ kind }: ChangeRefusal, form: DeskForm): DeskError {
  const first = kind === 'nothing_changed' ? FIRST[form.text('act')] : undefined;
  return first ? { ...PROBLEMS[kind], marked: [first] } : PROBLEMS[kind];
}

/** Why a change was refused, in the desk's words. */
const PROBLEMS = {
  too_late: { kind: 'change_too_late' },
  area_not_served: { kind: 'order_area', marked: ['postal_code'] },
  island_not_served: { kind: 'order_island', marked: ['postal_code'] },
  nothing_changed: { kind: 'nothing_changed' },
  not_a_guest: { kind: 'not_a_guest' },
  no_request: { kind: 'no_request' },
  no_invoice: { kind: 'no_invoice' },
} as const satisfies Record<ChangeRefusal['kind'], DeskError>;
