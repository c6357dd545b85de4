import { z } from 'zod';
import { malformed, unprocessable, type Answer, type Detail } from './answers.ts';
import { centsOf } from './money.ts';

export const moneySchema = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^((-?\d+)|(-?\d*\.\d+))$/),
});
/** Digits before the point. */
const MOST_DIGITS = 15;
type Money = z.output<typeof moneySchema>;

const httpUrl = z.url({ protocol: /^https?$/ });

export const addressSchema = z.object({
  address_line_1: z.string().max(300).optional(),
  address_line_2: z.string().max(300).optional(),
  admin_area_2: z.string().max(120).optional(),
  postal_code: z.string().max(60).optional(),
  country_code: z.string().regex(/^([A-Z]{2}|C2)$/),
});

export const recipientSchema = z.object({ full_name: z.string().max(300) });

export const amountSchema = moneySchema.extend({
  breakdown: z
    .partialRecord(
      z.enum(['item_total', 'shipping', 'tax_total', 'handling', 'insurance', 'shipping_discount', 'discount']),
      moneySchema,
    )
    .optional(),
});

export const shippingTypeSchema = z.enum(['SHIPPING', 'PICKUP_IN_PERSON', 'PICKUP_IN_STORE', 'PICKUP_FROM_PERSON']);

const shippingSchema = z.object({
  type: shippingTypeSchema.optional(),
  name: recipientSchema.optional(),
  address: addressSchema.optional(),
});
export type Shipping = z.output<typeof shippingSchema>;

/** A card that the buyer enters in PayPal's fields, or that a wallet holds. */
const cardSourceSchema = z.object({
  attributes: z
    .object({ verification: z.object({ method: z.enum(['SCA_ALWAYS', 'SCA_WHEN_REQUIRED']) }).optional() })
    .optional(),
  experience_context: z.object({ return_url: httpUrl.optional(), cancel_url: httpUrl.optional() }).optional(),
});

/** What a purchase unit may change by `PATCH` beside amount and address. */
export const unitTexts = {
  description: z.string().min(1).max(127),
  soft_descriptor: z.string().min(1).max(22),
  custom_id: z.string().min(1).max(127),
  invoice_id: z.string().min(1).max(127),
};

export const itemsSchema = z.array(
  z.object({
    name: z.string().min(1).max(127),
    sku: z.string().max(127).optional(),
    quantity: z.string().regex(/^[1-9]\d{0,9}$/),
    unit_amount: moneySchema,
    category: z.enum(['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION']).optional(),
  }),
);

/** The shape of PayPal's Orders 2.13, as far as a one-off payment needs it; bounds from its OpenAPI document. */
const orderRequestSchema = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.object({
      reference_id: z.string().min(1).max(256).optional(),
      ...z.object(unitTexts).partial().shape,
      amount: amountSchema,
      items: itemsSchema.default([]),
      shipping: shippingSchema.optional(),
    }),
  ]),
  // An order for Apple Pay names no source: its card comes with the confirmation.
  payment_source: z
    .object({
      card: cardSourceSchema.optional(),
      google_pay: cardSourceSchema.optional(),
      paypal: z
        .object({
          experience_context: z.object({
            brand_name: z.string().min(1).max(127).optional(),
            locale: z
              .string()
              .max(10)
              .regex(/^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/)
              .optional(),
            shipping_preference: z
              .enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'])
              .default('GET_FROM_FILE'),
            user_action: z.enum(['CONTINUE', 'PAY_NOW']).default('CONTINUE'),
            return_url: httpUrl,
            cancel_url: httpUrl,
          }),
        })
        .optional(),
    })
    .default({}),
});
export type OrderRequest = z.output<typeof orderRequestSchema>;

/** Checks the body of a new order as PayPal does: first its shape (400), then its sums (422). */
export function checkOrder(body: unknown): { request: OrderRequest } | { refused: Answer } {
  const parsed = orderRequestSchema.safeParse(body);
  if (!parsed.success) return { refused: malformed(...parsed.error.issues.map(shapeDetail)) };
  const [{ shipping }] = parsed.data.purchase_units;
  const details = [...sumDetails(parsed.data.purchase_units[0]), ...pickupDetails(shipping)];
  if (
    details.length === 0 &&
    parsed.data.payment_source.paypal?.experience_context.shipping_preference === 'SET_PROVIDED_ADDRESS'
  )
    details.push(...addressDetails(shipping?.address));
  return details.length > 0 ? { refused: unprocessable(...details) } : { request: parsed.data };
}

const isPickup = ({ type = 'SHIPPING' }: Shipping): boolean => type !== 'SHIPPING';

/** The emulated account is a shop's own, and no platform's. */
function pickupDetails(shipping: Shipping | undefined): Detail[] {
  if (!shipping || !isPickup(shipping)) return [];
  if (shipping.type === 'PICKUP_IN_PERSON')
    return [{ issue: 'SHIPPING_TYPE_NOT_SUPPORTED_FOR_CLIENT', field: '/purchase_units/0/shipping/type' }];
  return shipping.address ? [] : [{ issue: 'MISSING_PICKUP_ADDRESS', field: ADDRESS_FIELD }];
}

/** Whether PayPal captures an order for this place of collection: its name says "ship to store". */
export const isPickupNamed = (shipping: Shipping | undefined): boolean =>
  !shipping || !isPickup(shipping) || (shipping.name?.full_name.startsWith('S2S') ?? false);

const ADDRESS_FIELD = '/purchase_units/0/shipping/address';

/** PayPal demands city and postal code in Germany, and a country that exists. */
export function addressDetails(address: z.output<typeof addressSchema> | undefined): Detail[] {
  if (!address) return [{ issue: 'SHIPPING_ADDRESS_INVALID', field: ADDRESS_FIELD }];
  const { admin_area_2, postal_code, country_code } = address;
  if (country_code !== 'C2' && new Intl.DisplayNames('en', { type: 'region' }).of(country_code) === country_code)
    return [{ issue: 'INVALID_COUNTRY_CODE', field: `${ADDRESS_FIELD}/country_code` }];
  return [
    ...(admin_area_2 ? [] : [{ issue: 'CITY_REQUIRED', field: `${ADDRESS_FIELD}/admin_area_2` }]),
    ...(postal_code ? [] : [{ issue: 'POSTAL_CODE_REQUIRED', field: `${ADDRESS_FIELD}/postal_code` }]),
  ];
}

export function shapeDetail(issue: z.core.$ZodIssue): Detail {
  const field = `/${issue.path.join('/')}`;
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return { issue: 'MISSING_REQUIRED_PARAMETER', field };
  if (issue.code === 'too_big' || issue.code === 'too_small') return { issue: 'INVALID_STRING_LENGTH', field };
  return { issue: issue.code === 'invalid_format' ? 'INVALID_PARAMETER_SYNTAX' : 'INVALID_PARAMETER_VALUE', field };
}

/** What is wrong with the amounts of an order; empty when they add up. */
export function sumDetails({ amount, items }: Pick<OrderRequest['purchase_units'][0], 'amount' | 'items'>): Detail[] {
  const { item_total, shipping, tax_total, handling, insurance, shipping_discount, discount } = amount.breakdown ?? {};
  const path = '/purchase_units/0';
  const parts: [string, Money | undefined][] = [
    [`${path}/amount`, amount],
    ...Object.entries(amount.breakdown ?? {}).map(([name, money]): [string, Money | undefined] => [
      `${path}/amount/breakdown/${name}`,
      money,
    ]),
    ...items.map((item, index): [string, Money] => [`${path}/items/${index}/unit_amount`, item.unit_amount]),
  ];
  const wrong = parts.flatMap(([field, money]) => (money ? moneyDetails(money, field) : []));
  if (wrong.length > 0) return wrong;
  if (amount.value.split('.')[0]!.length > MOST_DIGITS)
    return [{ issue: 'MAX_VALUE_EXCEEDED', field: `${path}/amount/value` }];
  if (centsOf(amount) === 0) return [{ issue: 'CANNOT_BE_ZERO_OR_NEGATIVE', field: `${path}/amount/value` }];
  if (items.length > 0 && !item_total)
    return [{ issue: 'ITEM_TOTAL_REQUIRED', field: `${path}/amount/breakdown/item_total` }];
  const sum = items.reduce((total, { quantity, unit_amount }) => total + Number(quantity) * centsOf(unit_amount), 0);
  const sumOf = (...of: (Money | undefined)[]) => of.reduce((total, money) => total + (money ? centsOf(money) : 0), 0);
  const whole = sumOf(item_total, shipping, tax_total, handling, insurance) - sumOf(shipping_discount, discount);
  return [
    ...(item_total && sum !== centsOf(item_total)
      ? [{ issue: 'ITEM_TOTAL_MISMATCH', field: `${path}/amount/breakdown/item_total/value` }]
      : []),
    ...(amount.breakdown && whole !== centsOf(amount)
      ? [{ issue: 'AMOUNT_MISMATCH', field: `${path}/amount/value` }]
      : []),
  ];
}

/** The emulated account accepts only euros; a refund has the currency of its payment. */
export function moneyDetails({ currency_code, value }: Money, field: string, currency = 'EUR'): Detail[] {
  if (currency_code !== currency) return [{ issue: 'INVALID_CURRENCY_CODE', field: `${field}/currency_code` }];
  if (value.startsWith('-')) return [{ issue: 'CANNOT_BE_NEGATIVE', field: `${field}/value` }];
  return /\.\d{3,}$/.test(value) ? [{ issue: 'DECIMAL_PRECISION', field: `${field}/value` }] : [];
}
