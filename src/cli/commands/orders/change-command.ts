import { Command, InvalidArgumentError } from 'commander';
import { toBillingJson } from '#src/features/account/billing-address.ts';
import { shippingAddressSchema } from '#src/features/checkout/checkout.schema.ts';
import {
  changeAddress,
  changeEmail,
  type ChangeRefusal,
} from '#src/features/order-changes/server/order-change.service.ts';
import { INVOICE_FIELDS, readInvoiceDetails, type InvoiceFields } from '#src/features/orders/server/invoice-details.ts';
import { correctInvoice, currentDetails } from '#src/features/order-changes/server/wrong-invoice.service.ts';
import { takeOutWish } from '#src/features/order-changes/take-out.ts';
import { isChangeable } from '#src/features/order-changes/order-change.ts';
import { divideLines } from '#src/features/refunds/divided-lines.ts';
import { addressLines } from '#src/features/orders/parcel-point.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { loadPacking } from '#src/features/orders/server/packing.loader.ts';
import { emailSchema } from '#src/server/auth/email.schema.ts';
import type { Context } from '#src/server/context.ts';
import { fail, withOrder } from './named-orders.ts';
import { refund, unitsOption, type Line } from './refund-command.ts';

const ADDRESS_FIELDS = ['name', 'address', 'number', 'additional_address', 'postal_code', 'city'] as const;
export type AddressParts = Partial<Record<(typeof ADDRESS_FIELDS)[number], string>>;

interface Options {
  address?: AddressParts;
  email?: string;
  billing?: Partial<InvoiceFields>;
  remove?: Line[];
  yes?: true;
}

export const changeCommand = (): Command =>
  new Command('change')
    .description('change an order that has not left the shop: its address, its email address, or its products')
    .argument('<number...>')
    .option(
      '--address <field=value>',
      `a part of the delivery address (${ADDRESS_FIELDS.join(', ')}); may be repeated, other parts stay`,
      addressPart,
    )
    .option(
      '--billing <field=value>',
      `a part of the invoice’s recipient (${INVOICE_FIELDS.join(', ')}); may be repeated, other parts stay. ` +
        'A correction and a new invoice go to the buyer',
      invoicePart,
    )
    .option('--email <address>', 'the email address of a guest’s order; the order confirmation goes there', email)
    .option(
      '--remove <code=units>',
      'units to take out: they are refunded and back in stock; may be repeated',
      unitsOption('--remove'),
    )
    .option('--yes', 'refund what is taken out without typing the amount')
    .action((words: string[], options: Options) => withOrder(words, (ctx, order) => change(ctx, order, options)));

export function addressPart(text: string, before: AddressParts = {}): AddressParts {
  const [name, ...value] = text.split('=');
  const field = ADDRESS_FIELDS.find((known) => known === name);
  if (!field || value.length === 0)
    throw new InvalidArgumentError(`Write one of ${ADDRESS_FIELDS.join(', ')}. Example: --address city=Berlin`);
  return { ...before, [field]: value.join('=') };
}

export function invoicePart(text: string, before: Partial<InvoiceFields> = {}): Partial<InvoiceFields> {
  const [name, ...value] = text.split('=');
  const field = INVOICE_FIELDS.find((known) => known === name);
  if (!field || value.length === 0)
    throw new InvalidArgumentError(`Write one of ${INVOICE_FIELDS.join(', ')}. Example: --billing company=Café`);
  return { ...before, [field]: value.join('=') };
}

export function email(text: string): string {
  const parsed = emailSchema.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('Write an email address. Example: --email ana@example.org');
  return parsed.data;
}

async function change(
  ctx: Context,
  order: StoredOrder,
  { address, billing, email, remove, yes }: Options,
): Promise<void> {
  if (!address && !billing && !email && !remove)
    return fail('Say what to change: --address, --billing, --email or --remove. Nothing was done.');
  if (address && !(await toAddress(ctx, order, address))) return;
  if (billing && !(await toBilling(ctx, order, billing))) return;
  if (email) {
    const changed = await changeEmail(ctx, order, email);
    if (!changed.ok) return fail(`${order.orderNumber}: ${EXPLAIN[changed.error.kind]}`);
    console.log(`${order.orderNumber}: the order confirmation goes to ${email}.`);
    if (changed.value.isCodeKept)
      console.log('Its gift voucher keeps its code, which the address before may know. Look at it: vouchers list');
  }
  if (remove) await takeOut(ctx, order, remove, yes);
}

async function toAddress(ctx: Context, order: StoredOrder, parts: AddressParts): Promise<boolean> {
  const parsed = shippingAddressSchema.safeParse({ ...order.address, ...parts });
  if (!parsed.success) {
    const wrong = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))].join(', ');
    fail(`${order.orderNumber}: check ${wrong}. Nothing was done.`);
    return false;
  }
  const changed = await changeAddress(ctx, order, parsed.data);
  if (changed.ok) console.log(`${order.orderNumber}: ${addressLines(changed.value.address).join(', ')}`);
  else fail(`${order.orderNumber}: ${EXPLAIN[changed.error.kind]}`);
  return changed.ok;
}

async function toBilling(ctx: Context, order: StoredOrder, parts: Partial<InvoiceFields>): Promise<boolean> {
  const { billing, reference } = await currentDetails(ctx.db.read, order);
  const details = readInvoiceDetails({ ...toBillingJson(billing), reference: reference ?? '', ...parts });
  if (!details.ok) {
    fail(`${order.orderNumber}: check ${details.error.join(', ')}. Nothing was done.`);
    return false;
  }
  const corrected = await correctInvoice(ctx, order, details.value);
  if (corrected.ok) console.log(`${order.orderNumber}: the buyer gets the correction and the new invoice.`);
  else fail(`${order.orderNumber}: ${EXPLAIN[corrected.error.kind]}`);
  return corrected.ok;
}

async function takeOut(ctx: Context, order: StoredOrder, lines: Line[], yes: true | undefined): Promise<void> {
  if (!isChangeable(order)) return fail(`${order.orderNumber}: ${EXPLAIN.too_late}`);
  const packed = (await loadPacking(ctx.db.read, order)).lines;
  const here = new Map(packed.map(({ code, quantity }) => [code, quantity]));
  const units = divideLines(order, lines, here).map(({ code, units = 0 }) => ({ code, units }));
  const wish = takeOutWish(packed, units);
  await refund(ctx, order, { ...wish, deposit: true, yes });
}

const EXPLAIN: Record<ChangeRefusal['kind'], string> = {
  too_late: 'the parcel has left the shop, or the order has ended. Nothing was changed.',
  area_not_served: 'this postal code is outside of the German VAT area, where the shop does not deliver.',
  island_not_served: 'this postal code is that of an island, and the shop’s terms exclude islands.',
  nothing_changed: 'the order says that already.',
  not_a_guest: 'the order belongs to an account; `npm run shop -- customers email` changes the account’s address.',
  no_request: 'the buyer has no open request.',
  no_invoice: 'the order has no invoice.',
};
