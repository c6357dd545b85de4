import type { z } from 'zod';
import { toProductJson } from '#src/features/catalogue/server/product-json.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { readBody } from '#src/server/http/body.ts';
import { hasAttemptsLeft, hashSubject, takeAttempt } from '#src/server/http/attempts.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import type { Call } from '#src/server/http/call.ts';
import { isOffered } from '#src/shared/delivery/delivery-method.ts';
import { toEuro } from '#src/shared/money.ts';
import { islandRule } from '#src/shared/delivery/shipping-price.ts';
import { MAX_LINES, MAX_UNITS } from '../cart.ts';
import { cartInputSchema, type pricedCartSchema } from '../cart.schema.ts';
import type { CodeUser } from '#src/features/codes/server/code.repository.ts';
import { refusedCode } from '#src/features/codes/server/quote-code.ts';
import { typedCodes } from '#src/features/vouchers/typed-codes.ts';
import { hasCodes } from '#src/features/codes/server/has-codes.ts';
import { priceCart, type CodeDiscount, type OwnHolds, type CartQuote } from './cart.service.ts';

interface Caller {
  /** The units that the caller’s own checkout holds: they stay available to the caller. */
  ownHolds: OwnHolds;
  owner?: CodeUser['owner'];
  /** Hash of the email address of the account. */
  findBuyer?: () => Promise<string | undefined>;
}

export const repriceCart =
  (findCaller: (call: Call) => Promise<Caller>): Handler =>
  async (call) => {
    const t = translator(call.locale);
    const explain = (field: string) =>
      field === 'deliveryMethod'
        ? t('errors:field.deliveryMethod')
        : field === 'code' || field === 'voucher'
          ? t('codes:problems.code_unknown')
          : t('errors:field.cart_lines', { lines: MAX_LINES, units: MAX_UNITS });
    const body = await readBody(call, cartInputSchema, explain);
    if (!body.ok) return body.error;
    const { lines, deliveryMethod, postalCode } = body.value;
    const typed = typedCodes(body.value);
    if (!isOffered(call.ctx.shop, deliveryMethod))
      return { kind: 'invalid_input', fields: { deliveryMethod: [explain('deliveryMethod')] } };
    const { ownHolds, owner, findBuyer } = await findCaller(call);
    const tries = { code_address: call.address };
    // A caller who has guessed too often gets the answer to an unknown code.
    const hasTyped = typed.code !== undefined || typed.voucher !== undefined;
    const isBlocked = hasTyped && !(await hasAttemptsLeft(call, tries));
    const { code, voucher } = isBlocked ? {} : typed;
    const network = hashSubject(call.address);
    const quote = await priceCart(call.ctx, call.ctx.db.read, call.locale, lines, {
      ...{ ownHolds, deliveryMethod, postalCode },
      code: code ? { typed: code, user: { owner, buyer: await findBuyer?.(), network } } : undefined,
      voucher: voucher ? { typed: voucher, user: { owner } } : undefined,
    });
    const refusals = [quote.refusedCode, quote.refusedVoucher];
    if (refusals.some((refused) => refused?.code === 'code_unknown')) await takeAttempt(call, tries);
    if (isBlocked) quote.refusedCode = refusedCode('code_unknown', call.locale);
    const island = deliveryMethod === 'collection' ? undefined : islandOf(call, quote, postalCode);
    const has = await hasCodes(call.ctx);
    const codes = {
      ...((body.value.code !== undefined || hasTyped || has.any) && { codes: true as const }),
      ...(has.vouchers && { vouchers: true as const }),
    };
    return freshJson({ ...toCartJson(quote, call.locale), ...island, ...codes });
  };

/** What the shop says about an island; nothing about other addresses. */
function islandOf({ ctx, locale }: Call, { totals, discount }: CartQuote, postalCode = '') {
  const goods = totals.subtotal + (discount?.goods ?? 0);
  const rule = islandRule(ctx.shop.terms, { goods, postalCode });
  // The code takes the surcharge off, too.
  if (rule === 'surcharge' && discount?.shipping) return undefined;
  return rule && { island: { rule, detail: translator(locale)(`checkout:island.${rule}`) } };
}

/** A discount as its own line. */
const toDiscountJson = ({ code, goods, shipping }: CodeDiscount, locale: Locale) => ({
  code,
  amount: toEuro(goods + shipping),
  label: translator(locale)('codes:line', { code }),
});

export function toCartJson(
  { lines, totals, discount, problems, refusedCode, codeTerms, voucher, refusedVoucher }: CartQuote,
  locale: Locale,
): z.input<typeof pricedCartSchema> {
  return {
    lines: lines.map(({ product, quantity }) => ({
      productId: product.id,
      quantity,
      price: toEuro(product.price),
      total: toEuro(product.price * quantity),
      deposit: toEuro(product.deposit * quantity),
      product: toProductJson(product),
    })),
    subtotal: toEuro(totals.subtotal + (discount?.goods ?? 0)),
    shipping: toEuro(totals.shipping + (discount?.shipping ?? 0)),
    freeShippingLeft: toEuro(totals.freeShippingLeft),
    deposit: toEuro(totals.deposit),
    vat: totals.vat.map(({ rate, amount }) => ({ rate, amount: toEuro(amount) })),
    // The browser shows no express button beside either: it takes neither.
    ...((discount || voucher) && { discounts: discount ? [toDiscountJson(discount, locale)] : [] }),
    total: toEuro(totals.total),
    ...(codeTerms && { codeTerms }),
    ...(voucher && {
      voucher: { code: voucher.code, used: toEuro(voucher.used), left: toEuro(voucher.left) },
    }),
    problems: [
      ...problems,
      ...[refusedCode, refusedVoucher].flatMap((refused) =>
        refused ? [{ code: refused.code, detail: refused.detail }] : [],
      ),
    ],
  };
}
