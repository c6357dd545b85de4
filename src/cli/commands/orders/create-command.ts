import { randomUUID } from 'node:crypto';
import { Command, Option } from 'commander';
import { language } from '#src/cli/language.ts';
import { LONGEST_OFFER_DAYS } from '#src/features/checkout/server/hold.ts';
import { shippingAddressSchema } from '#src/features/checkout/checkout.schema.ts';
import { USUAL_DAYS } from '#src/features/offers/offer.ts';
import { createOffer, type OfferInput, type OfferRefusal } from '#src/features/offers/server/offer.service.ts';
import { findProductsByText } from '#src/features/offers/server/product-lookup.ts';
import { orderWishesSchema } from '#src/features/orders/order-wishes.schema.ts';
import { completeWishes } from '#src/features/orders/order-wishes.ts';
import type { InvoiceFields } from '#src/features/orders/server/invoice-details.ts';
import { readOrderNumbers } from '#src/features/orders/server/order-number.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { withContext } from '#src/server/with-context.ts';
import { DELIVERY_METHODS, type DeliveryMethod } from '#src/shared/delivery/delivery-method.ts';
import { addressPart, email, invoicePart, type AddressParts } from './change-command.ts';
import { fail } from './named-orders.ts';
import { unitsOption, type Line } from './refund-command.ts';

interface Options {
  line: Line[];
  email?: string;
  address?: AddressParts;
  delivery?: DeliveryMethod;
  language?: Locale;
  days: number;
  shipsWith?: string;
  billing?: Partial<InvoiceFields>;
  note?: string;
  /** true: a present without a greeting. */
  gift?: string | true;
}

export const createCommand = (): Command =>
  new Command('create')
    .description('prepare an order by phone: reserve its units, and mail the buyer a link to order and pay')
    .requiredOption('--line <code=units>', 'a product with its units; may be repeated', unitsOption('--line'))
    .option('--email <address>', 'the buyer’s email address', email)
    .option('--address <field=value>', 'a part of the delivery address, such as city=Berlin; repeated', addressPart)
    .option(
      '--billing <field=value>',
      'a part of another invoice address, or the buyer’s reference; repeated',
      invoicePart,
    )
    .addOption(
      new Option('--delivery <method>', 'how the buyer gets the goods (default: standard)').choices(DELIVERY_METHODS),
    )
    .option('--note <text>', 'what the buyer wants to tell the shop')
    .option('--gift [greeting]', 'a present: no prices in the parcel, and the greeting on its slip')
    .option('--language <code>', 'the language of the mail', language)
    .option('--days <n>', `how long the units are reserved, at most ${LONGEST_OFFER_DAYS} days`, Number, USUAL_DAYS)
    .option('--ships-with <number>', 'an order whose parcel takes the goods along to its buyer, without shipping costs')
    .action((options: Options) => withContext((ctx) => create(ctx, options)));

async function create(ctx: Context, options: Options): Promise<void> {
  const lines: OfferInput['lines'] = [];
  for (const { code, units } of options.line) {
    const [product] = (await findProductsByText(ctx.db.read, code)).filter((found) => found.code === code);
    if (!product) return fail(`There is no product ${code}. Nothing was done.`);
    lines.push({ productId: product.id, quantity: units });
  }
  const to = receiver({ language: ctx.config.shopLocale, ...options });
  if (typeof to === 'string') return fail(`${to} Nothing was done.`);
  const offered = await createOffer(ctx, { requestId: randomUUID(), lines, days: options.days, to });
  if (!offered.ok) return fail(`${EXPLAIN[offered.error.kind]}${productsOf(offered.error)} Nothing was done.`);
  console.log(`The units are reserved, and the link was mailed:\n${offered.value.link}`);
}

const productsOf = (refusal: OfferRefusal): string => ('products' in refusal ? ` ${refusal.products.join(', ')}.` : '');

/** The buyer, or what is missing. */
function receiver({
  email,
  address,
  delivery,
  language,
  shipsWith,
  billing,
  note,
  gift,
}: Options & { language: Locale }): OfferInput['to'] | string {
  if (shipsWith !== undefined) {
    if (email || address || billing || note || gift) return 'With --ships-with, the buyer is the one of that order.';
    if (delivery) return 'With --ships-with, the goods come as that order does.';
    const [number] = readOrderNumbers([shipsWith]).numbers;
    return number ? { shipsWith: number } : EXPLAIN.unknown_order;
  }
  if (!email || !address) return 'Say who buys: --email and --address, or --ships-with.';
  const parsed = shippingAddressSchema.safeParse({ additional_address: '', ...address, country: 'DE' });
  const { reference = '', ...invoice } = billing ?? {};
  const wishes = orderWishesSchema.safeParse({
    billing: Object.keys(invoice).length > 0 ? { country: 'DE', additional_address: '', ...invoice } : null,
    reference,
    note,
    gift: gift && { message: gift === true ? '' : gift },
  });
  const wrong = [...(parsed.error?.issues ?? []), ...(wishes.error?.issues ?? [])];
  if (!parsed.success || !wishes.success)
    return `Check ${[...new Set(wrong.map(({ path }) => path.join('.')))].join(', ')}.`;
  return {
    email,
    address: parsed.data,
    deliveryMethod: delivery,
    locale: language,
    wishes: completeWishes(wishes.data),
  };
}

const EXPLAIN: Record<OfferRefusal['kind'], string> = {
  sold_out: 'There are not enough units:',
  sale_locked: 'These products must not be sold at the moment:',
  age_restricted: 'These products need an age check, which the shop does not offer yet:',
  max_units: 'At most 10 units of one product fit into an order:',
  no_lines: 'Name at least one product with 1 to 10 units.',
  area_not_served: 'This postal code is outside of the German VAT area, where the shop does not deliver.',
  island_not_served: 'This postal code is that of an island, and the shop’s terms exclude islands.',
  days_out_of_range: `Write 1 to ${LONGEST_OFFER_DAYS} days.`,
  unknown_order: 'There is no such order.',
  order_by_email: 'That order is a gift voucher, which comes by email: it has no parcel that could take goods along.',
  order_left: 'That parcel has been handed over already, or the order has ended.',
  offer_over: 'The offer has ended.',
  payment_in_progress: 'A payment is in progress.',
  no_such_delivery: 'The shop does not offer this delivery method (fastDelivery, collection in shop.yaml).',
};
