import { randomUUID } from 'node:crypto';
import { addressError, problemText, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { FORM_ID } from '#src/desk/form-token.ts';
import { MAX_UNITS } from '#src/features/cart/cart.ts';
import { shippingAddressSchema } from '#src/features/checkout/checkout.schema.ts';
import { goodsMethod } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { localeOf } from '#src/features/orders/server/mails/order-mails.ts';
import type { Totals } from '#src/features/cart/totals.ts';
import { emailSchema } from '#src/server/auth/email.schema.ts';
import { DELIVERY_METHODS, type DeliveryMethod } from '#src/shared/delivery/delivery-method.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import {
  createOffer,
  endOffer,
  lineRefusal,
  quoteOffer,
  renewOffer,
  type OfferInput,
  type OfferRefusal,
} from '../server/offer.service.ts';
import { findProductsByText, type FoundProduct } from '../server/product-lookup.ts';
import { readWishes } from './offer-wishes.ts';

export const ADDRESS_FIELDS = ['name', 'address', 'number', 'additional_address', 'postal_code', 'city'] as const;
/** Rows of a new form. */
export const ROWS = 3;

interface FoundLine {
  product: FoundProduct;
  quantity: number;
  /** The rows of the form that name it. */
  rows: number[];
}

export interface OfferDraft {
  lines: FoundLine[];
  totals: Totals;
}

/** A created offer, or a form that was only checked. */
export type OfferDone = { id: string; link?: string } | { draft: OfferDraft };

export const rowsOf = (form: DeskForm): { text: string; units: string }[] =>
  form
    .names()
    .filter((name) => /^product-\d+$/.test(name))
    .map((name) => ({ text: form.line(name), units: form.text(name.replace('product', 'units')) }))
    .filter(({ text }) => text !== '');

async function readLines({ ctx }: OpenDesk, form: DeskForm): Promise<Result<FoundLine[], DeskError>> {
  const lines: FoundLine[] = [];
  // The page shows the rows again without empty ones between them.
  for (const [index, { text, units }] of rowsOf(form).entries()) {
    const marked = [`product-${index}`];
    const found = await findProductsByText(ctx.db.read, text);
    const [product] = found;
    if (!product) return fail({ kind: 'offer_unknown_product', values: { text }, marked });
    const products = found.map(({ code, name }) => `${name} (${code})`).join(', ');
    if (found.length > 1) return fail({ kind: 'offer_ambiguous', values: { text, products }, marked });
    const ofUnits = { values: { product: product.name }, marked: [`units-${index}`] };
    if (!/^(?:[1-9]|10)$/.test(units || '1')) return fail({ kind: 'offer_units', ...ofUnits });
    const same = lines.find((line) => line.product.id === product.id);
    const quantity = Number(units || '1') + (same?.quantity ?? 0);
    if (quantity > MAX_UNITS)
      return fail({ kind: 'offer_max_units', values: { products: product.name }, marked: [`units-${index}`] });
    if (same) Object.assign(same, { quantity, rows: [...same.rows, index] });
    else lines.push({ product, quantity, rows: [index] });
  }
  return lines.length > 0 ? ok(lines) : fail({ kind: 'offer_no_lines', marked: ['product-0'] });
}

/** Checks the form of an order by phone, or creates the offer. `first`: the order that takes the goods along. */
export async function actOnNewOffer(
  open: OpenDesk,
  first: StoredOrder | undefined,
  form: DeskForm,
): Promise<Result<OfferDone, DeskError>> {
  const { ctx, t } = open;
  const found = await readLines(open, form);
  if (!found.ok) return found;
  const lines = found.value.map(({ product, quantity }) => ({ productId: product.id, quantity }));
  if (form.text('act') !== 'create') {
    const quote = await quoteOffer(ctx, ctx.db.read, open.locale, lines, {
      isExtra: first !== undefined,
      deliveryMethod: first ? goodsMethod(first) : methodIn(form),
      postalCode: form.line('postal_code'),
    });
    const refused = lineRefusal(quote);
    if (refused) return fail(lineError(open, refused, found.value));
    return ok({ draft: { lines: found.value, totals: quote.totals } });
  }
  const days = Number(form.text('days'));
  const base = { requestId: requestIdOf(form), lines, days };
  const create = async (to: OfferInput['to']): Promise<Result<OfferDone, DeskError>> => {
    const created = await createOffer(ctx, { ...base, to });
    return created.ok ? created : fail(lineError(open, created.error, found.value));
  };
  if (first) return create({ shipsWith: first.orderNumber });
  const email = emailSchema.safeParse(form.text('email'));
  if (!email.success) return fail({ kind: 'not_an_email', marked: ['email'] });
  const typed = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, form.line(name)]));
  const address = shippingAddressSchema.safeParse({ ...typed, country: 'DE' });
  if (!address.success) {
    const wrong = ADDRESS_FIELDS.filter((name) => address.error.issues.some(({ path }) => path[0] === name));
    const labels = wrong.map((name) => t(`checkout:page.fields.${name}`));
    return fail(addressError(t, wrong, labels));
  }
  const wishes = readWishes(form, t);
  if (!wishes.ok) {
    const { names, labels } = wishes.error;
    return fail(addressError(t, names, labels));
  }
  const locale = localeOf(form.text('language'));
  const to = { email: email.data, address: address.data, deliveryMethod: methodIn(form), locale, wishes: wishes.value };
  return create(to);
}

/** The delivery method that the buyer wants. */
const methodIn = (form: DeskForm): DeliveryMethod =>
  DELIVERY_METHODS.find((method) => method === form.text('deliveryMethod')) ?? 'standard';

/** The form's id, so that a form whose first answer got lost finds its offer. */
const requestIdOf = (form: DeskForm): string => form.text(FORM_ID) || randomUUID();

/** Ends or renews an offer. */
export async function actOnOffer({ ctx }: OpenDesk, id: string, form: DeskForm): Promise<Result<OfferDone, DeskError>> {
  switch (form.text('act')) {
    case 'end':
      return done(await endOffer(ctx, id));
    case 'renew':
      return done(await renewOffer(ctx, id, requestIdOf(form)));
    default:
      return fail({ kind: 'invalid_input' });
  }
}

const done = (offered: Awaited<ReturnType<typeof createOffer>>): Result<OfferDone, DeskError> =>
  offered.ok ? offered : fail(toDeskError(offered.error));

const KINDS = {
  sold_out: 'offer_sold_out',
  sale_locked: 'offer_locked',
  age_restricted: 'offer_age',
  max_units: 'offer_max_units',
  no_lines: 'offer_no_lines',
  area_not_served: 'order_area',
  island_not_served: 'order_island',
  days_out_of_range: 'offer_days',
  unknown_order: 'offer_unknown_order',
  order_left: 'offer_order_left',
  order_by_email: 'offer_order_by_email',
  offer_over: 'offer_over',
  payment_in_progress: 'payment_in_progress',
  no_such_delivery: 'offer_no_delivery',
} as const satisfies Record<OfferRefusal['kind'], DeskError['kind']>;

/** The reasons why lines are refused are shown beside the lines, each with its product. */
function lineError(open: OpenDesk, refusal: OfferRefusal, lines: FoundLine[]): DeskError {
  const error = toDeskError(refusal);
  if (!('ids' in refusal)) return error;
  const refused = lines.filter(({ product }) => refusal.ids.includes(product.id));
  const mistakes = Object.fromEntries(
    refused.flatMap(({ product: { name: products }, rows }) =>
      rows.map((row) => [`product-${row}`, problemText(open, { ...error, values: { products } })]),
    ),
  );
  return { ...error, marked: Object.keys(mistakes), mistakes };
}

const toDeskError = (refusal: OfferRefusal): DeskError => ({
  kind: KINDS[refusal.kind],
  ...('products' in refusal && { values: { products: refusal.products.join(', ') } }),
  ...(['area_not_served', 'island_not_served'].includes(refusal.kind) && { marked: ['postal_code'] }),
  ...(refusal.kind === 'days_out_of_range' && { marked: ['days'] }),
  ...(refusal.kind === 'no_such_delivery' && { marked: ['deliveryMethod'] }),
});
