import type { NewPaypalOrder, PaypalAddress, PaypalItem, PaypalOrder } from '../paypal.ts';
import type { PaymentSource } from '#src/shared/payment-source.ts';
import { toAmount } from './amount.ts';

const NAME_LENGTH = 127;
const ADDRESS_LENGTH = 300;

/** The body of `POST /v2/checkout/orders`. PayPal refuses a total that its items and shipping do not add up to. */
export function orderBody(order: NewPaypalOrder) {
  const { shipping, discount = 0, shippingDiscount = 0 } = order;
  const itemTotal = order.items.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: order.checkoutId,
        invoice_id: order.invoiceId,
        // Gross, without tax_total, because a net/VAT split per item rounds to a different total.
        amount: {
          ...toAmount(itemTotal + shipping - discount - shippingDiscount),
          breakdown: {
            item_total: toAmount(itemTotal),
            shipping: toAmount(shipping),
            ...(discount > 0 && { discount: toAmount(discount) }),
            ...(shippingDiscount > 0 && { shipping_discount: toAmount(shippingDiscount) }),
          },
        },
        items: order.items.map((item) => itemBody(item, order)),
        ...(order.address && { shipping: shippingBody(order.address, order) }),
      },
    ],
    ...sourceBody(order),
  };
}

/** PayPal's names of the sources. */
const SOURCE_NAMES = {
  card: 'card',
  googlePay: 'google_pay',
  applePay: 'apple_pay',
} as const satisfies Record<PaymentSource, string>;

/** The buyer's bank is asked when the law wants strong authentication (PSD2). Apple Pay has authenticated the buyer. */
function sourceBody({ source, shopName, locale, address, isSentByEmail, returnUrl, cancelUrl }: NewPaypalOrder) {
  if (source === 'applePay') return {};
  const back = { return_url: returnUrl, cancel_url: cancelUrl };
  const checked = { attributes: { verification: { method: 'SCA_WHEN_REQUIRED' } }, experience_context: back };
  if (source) return { payment_source: { [SOURCE_NAMES[source]]: checked } };
  return {
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: shopName,
          locale,
          shipping_preference: address ? 'SET_PROVIDED_ADDRESS' : isSentByEmail ? 'NO_SHIPPING' : 'GET_FROM_FILE',
          user_action: address || isSentByEmail ? 'PAY_NOW' : 'CONTINUE',
          ...back,
        },
      },
    },
  };
}

export type OrderBody = ReturnType<typeof orderBody>;

const UNIT = "/purchase_units/@reference_id=='default'";

/**
 * The body of `PATCH /v2/checkout/orders/{id}`. `present`: PayPal's current values, because a patch adds missing values
 * and replaces others.
 */
export function addressPatch(address: PaypalAddress, present: PaypalOrder['address'] = {}) {
  const { name, ...parts } = present;
  const op = (isPresent: boolean) => (isPresent ? 'replace' : 'add');
  const hasAddress = Object.values(parts).some((part) => part !== undefined);
  return [
    { op: op(name !== undefined), path: `${UNIT}/shipping/name`, value: nameBody(address) },
    { op: op(hasAddress), path: `${UNIT}/shipping/address`, value: addressBody(address) },
  ];
}

const itemBody = (
  { name, sku, quantity, unitPrice }: PaypalItem,
  { isSentByEmail }: Pick<NewPaypalOrder, 'isSentByEmail'>,
) => ({
  name: cut(name, NAME_LENGTH),
  ...(sku && { sku: cut(sku, NAME_LENGTH) }),
  quantity: String(quantity),
  unit_amount: toAmount(unitPrice),
  category: isSentByEmail ? 'DIGITAL_GOODS' : 'PHYSICAL_GOODS',
});

/** Of a collection, PayPal wants the shop's address, and a name that begins with S2S ("ship to store"). */
const shippingBody = (address: PaypalAddress, { isCollected, shopName }: NewPaypalOrder) => ({
  type: isCollected ? 'PICKUP_IN_STORE' : 'SHIPPING',
  name: nameBody(isCollected ? { ...address, name: `S2S ${shopName}` } : address),
  address: addressBody(address),
});

const nameBody = ({ name }: PaypalAddress) => ({ full_name: cut(name, ADDRESS_LENGTH) });

const addressBody = ({ line1, line2, postalCode, city, countryCode }: PaypalAddress) => ({
  address_line_1: cut(line1, ADDRESS_LENGTH),
  ...(line2 && { address_line_2: cut(line2, ADDRESS_LENGTH) }),
  admin_area_2: cut(city, 120),
  postal_code: postalCode,
  country_code: countryCode,
});

/** At most `length` UTF-16 units, without splitting a character. */
function cut(text: string, length: number): string {
  let end = 0;
  for (const character of text) {
    if (end + character.length > length) break;
    end += character.length;
  }
  return text.slice(0, end);
}
