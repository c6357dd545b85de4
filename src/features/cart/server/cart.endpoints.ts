import type { z } from 'zod';
import { toProductJson } from '#src/features/catalogue/server/product-json.ts';
import { translator } from '#src/i18n/translate.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import type { Call } from '#src/server/http/call.ts';
import { isOffered } from '#src/shared/delivery/delivery-method.ts';
import { toEuro } from '#src/shared/money.ts';
import { islandRule } from '#src/shared/delivery/shipping-price.ts';
import { MAX_LINES, MAX_UNITS } from '../cart.ts';
import { cartInputSchema, type pricedCartSchema } from '../cart.schema.ts';
import { priceCart, type OwnHolds, type CartQuote } from './cart.service.ts';

/** `findOwnHolds` returns the units that the caller’s own checkout holds: they stay available to the caller. */
export const repriceCart =
  (findOwnHolds: (call: Call) => Promise<OwnHolds>): Handler =>
  async (call) => {
    const t = translator(call.locale);
    const explain = (field: string) =>
      field === 'deliveryMethod'
        ? t('errors:field.deliveryMethod')
        : t('errors:field.cart_lines', { lines: MAX_LINES, units: MAX_UNITS });
    const body = await readBody(call, cartInputSchema, explain);
    if (!body.ok) return body.error;
    const { lines, deliveryMethod, postalCode } = body.value;
    if (!isOffered(call.ctx.shop, deliveryMethod))
      return { kind: 'invalid_input', fields: { deliveryMethod: [explain('deliveryMethod')] } };
    const options = { ownHolds: await findOwnHolds(call), deliveryMethod, postalCode };
    const quote = await priceCart(call.ctx, call.ctx.db.read, call.locale, lines, options);
    const island = deliveryMethod === 'collection' ? undefined : islandOf(call, quote, postalCode);
    return freshJson({ ...toCartJson(quote), ...island });
  };

/** What the shop says about an island; nothing about other addresses. */
function islandOf({ ctx, locale }: Call, { totals }: CartQuote, postalCode = '') {
  const rule = islandRule(ctx.shop.terms, { goods: totals.subtotal, postalCode });
  return rule && { island: { rule, detail: translator(locale)(`checkout:island.${rule}`) } };
}

export function toCartJson({ lines, totals, problems }: CartQuote): z.input<typeof pricedCartSchema> {
  return {
    lines: lines.map(({ product, quantity }) => ({
      productId: product.id,
      quantity,
      price: toEuro(product.price),
      total: toEuro(product.price * quantity),
      deposit: toEuro(product.deposit * quantity),
      product: toProductJson(product),
    })),
    subtotal: toEuro(totals.subtotal),
    shipping: toEuro(totals.shipping),
    freeShippingLeft: toEuro(totals.freeShippingLeft),
    deposit: toEuro(totals.deposit),
    vat: totals.vat.map(({ rate, amount }) => ({ rate, amount: toEuro(amount) })),
    total: toEuro(totals.total),
    problems,
  };
}
