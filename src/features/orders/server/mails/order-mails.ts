import { listedLines } from '#src/features/codes/listed-lines.ts';
import { WITHDRAWAL_EXCEPTIONS } from '#src/features/catalogue/product.ts';
import { noticeHref, noticePicture } from '#src/features/legal/guarantee-notice.ts';
import { BINDING_LOCALE } from '#src/features/legal/legal.ts';
import { loadLegalText } from '#src/features/legal/server/legal.loader.ts';
import { countryName, formatDate, formatPercent, formatPrice } from '#src/i18n/format.ts';
import { dispatchNote } from '#src/i18n/dispatch-note.ts';
import { DEFAULT_LOCALE, parseLocale, type Locale } from '#src/i18n/locales.ts';
import { translator, type Translate } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { hashToken, newToken } from '#src/server/http/session.ts';
import type { MailPart } from '#src/server/outbox/mail-body.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { localised, pages, type LegalPage } from '#src/shared/paths.ts';
import { listedTotals, type Order, type OrderContent, type OrderLine } from '#src/features/orders/order.ts';
import { paperKey } from '#src/features/invoices/paper-text.ts';
import { isGiftVoucher } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { destinationLines, isCollected } from '#src/features/orders/collection.ts';
import { collectionParts } from './collection-parts.ts';
import { deliveryTexts } from '#src/features/orders/delivery-texts.ts';
import { voucherTotals } from '#src/features/orders/voucher-part.ts';
import { paymentParts } from '#src/features/orders/transfer-parts.ts';
import { insertOrderKey } from '../guest.repository.ts';
import { findOrder, type StoredOrder } from '../order.repository.ts';
import { wishParts } from './order-wish-parts.ts';

export type Writing = Pick<Context, 'config' | 'log' | 'now' | 'shop'>;

export const localeOf = (stored: string): Locale => parseLocale(stored) ?? DEFAULT_LOCALE;

/**
 * The confirmation on a durable medium (§312f(2) BGB). The mail itself contains the order, the facts of Art. 246a
 * EGBGB, the withdrawal instruction with its model form, and the terms. Its id contains the order's id, so there is
 * never a second one, unless the order gets another email address: `again` then names that change.
 */
export async function enqueueConfirmation(
  ctx: Writing,
  tx: Writer,
  orderId: string,
  { invoiceId, again }: { invoiceId?: string | undefined; again?: string } = {},
): Promise<void> {
  const order = (await findOrder(tx, orderId))!;
  const locale = localeOf(order.locale);
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: ['order', order.id, again].filter(Boolean).join('-'),
    kind: 'order_confirmation',
    locale,
    to: order.email,
    subject: t('mail:order.subject', { number: order.orderNumber }),
    title: t('mail:order.title'),
    invoiceId,
    reader: order.clientName,
    parts: [
      t(placedText(order)),
      t('mail:order.number', { number: order.orderNumber, date: formatDate(order.orderedAt, locale) }),
      ...orderParts(ctx, locale, order),
      ...(invoiceId ? [attachedText(t, order, 'attached')] : []),
      ...(await orderButton(ctx, tx, order, locale)),
      ...withdrawalParts(t, order),
      ...(isGiftVoucher(order) ? [] : guaranteeParts(t, locale)),
      ...legalParts(ctx, locale, 'withdrawal'),
      ...legalParts(ctx, locale, 'terms-conditions'),
    ],
  });
}

/** Which paper of the order comes with its mail. */
export const attachedText = (
  t: Translate,
  order: Pick<Order, 'deliveryMethod'>,
  kind: 'attached' | 'attachedCredit',
): string => t(paperKey(isGiftVoucher(order), kind));

/**
 * The button that opens the order's page. A guest cannot sign in to see it, so each mail to a guest has its own key.
 * The order of a deleted account cannot be opened, so mails about it have no button.
 */
export async function orderButton(
  { config }: Writing,
  tx: Writer,
  { id, orderNumber, clientId, guestId }: StoredOrder,
  locale: Locale,
): Promise<MailPart[]> {
  if (clientId === null && guestId === null) return [];
  const key = guestId ? newToken() : '';
  if (key) await insertOrderKey(tx, hashToken(key), id);
  const href = config.siteUrl + localised(locale, pages.order(orderNumber, key));
  return [{ kind: 'button', label: translator(locale)('mail:order.button'), href }];
}

function placedText({ payment, transfer, ...order }: StoredOrder) {
  const kind = payment !== 'pending' ? 'placed' : transfer ? 'wait' : 'pending';
  if (isGiftVoucher(order)) return `giftVoucher:mail.${kind}` as const;
  if (isCollected(order)) return `mail:collection.${kind}` as const;
  return ({ placed: 'mail:order.text', wait: 'mail:transfer.wait', pending: 'mail:order.pending' } as const)[kind];
}

function orderParts(ctx: Writing, locale: Locale, order: StoredOrder): MailPart[] {
  const t = translator(locale);
  return [
    ...goodsParts(ctx, locale, order),
    ...deliveryParts(ctx, locale, order),
    { kind: 'heading', text: t('mail:order.payment') },
    ...paymentParts(locale, order),
  ];
}

/** When the goods arrive, or can be collected. */
export function deliveryParts(ctx: Writing, locale: Locale, order: OrderContent): MailPart[] {
  const { title, term } = deliveryTexts(translator(locale), order);
  return [
    { kind: 'heading', text: title },
    term,
    ...(isGiftVoucher(order) ? [] : breakParts(ctx, locale)),
    ...(isCollected(order) ? collectionParts(ctx, locale) : []),
  ];
}

/** What the buyer should know of days without dispatch. */
const breakParts = (ctx: Writing, locale: Locale): MailPart[] => [dispatchNote(ctx, locale)].filter(Boolean);

/** The order's lines, totals, addresses and wishes. `reader`: who gets the mail. */
export function goodsParts(
  { shop }: Pick<Writing, 'shop'>,
  locale: Locale,
  order: OrderContent,
  reader: 'buyer' | 'shop' = 'buyer',
): MailPart[] {
  const t = translator(locale);
  const delivery = deliveryTexts(t, order);
  const { subtotal, shipping, discount } = listedTotals(order);
  return [
    {
      kind: 'table',
      head: [t('mail:order.product'), t('mail:order.quantity'), t('mail:order.unitPrice'), t('mail:order.sum')],
      rows: listedLines(order.lines).map(({ name, traits, code, quantity, price }) => [
        [name, traits, !isGiftVoucher(order) && t('mail:order.code', { code })].filter(Boolean).join('\n'),
        String(quantity),
        formatPrice(price),
        formatPrice(price * quantity),
      ]),
    },
    {
      kind: 'table',
      rows: [
        [t('cart:subtotal'), formatPrice(subtotal)],
        ...(isGiftVoucher(order) ? [] : [[delivery.price, formatPrice(shipping)]]),
        ...(discount ? [[t('codes:line', discount), formatPrice(discount.amount)]] : []),
        ...(order.deposit > 0 ? [[t('cart:deposit'), formatPrice(order.deposit)]] : []),
      ],
      foot: [
        [t('cart:total'), formatPrice(order.total)],
        ...order.vat.map(({ rate, amount }) => [
          t('cart:vat', { rate: formatPercent(rate, locale) }),
          formatPrice(amount),
        ]),
        ...voucherTotals(t, order).map(([label, amount]) => [label, formatPrice(amount)]),
      ],
    },
    ...(isGiftVoucher(order)
      ? []
      : [
          { kind: 'heading' as const, text: delivery.address },
          [...destinationLines(order, shop.terms.name), countryName('DE', locale)].join('\n'),
        ]),
    ...wishParts(locale, order, reader),
  ];
}

/** Lists each product that is excepted from the right of withdrawal, with the reason. */
function withdrawalParts(t: Translate, { lines }: Order): MailPart[] {
  const exempt = lines.flatMap(({ name, withdrawal }) => {
    const exception = WITHDRAWAL_EXCEPTIONS.find((known) => known === withdrawal);
    return exception ? [`${name}: ${t(`checkout:withdrawal.${exception}`)}`] : [];
  });
  if (exempt.length === 0) return [];
  return [{ kind: 'heading', text: t('checkout:withdrawal.title') }, exempt.join('\n')];
}

/**
 * The notice on the legal guarantee (Art. 246a § 1 (1) no. 11 EGBGB), with a text alternative for mail programs that
 * show no pictures.
 */
function guaranteeParts(t: Translate, locale: Locale): MailPart[] {
  const address = t('legal:guarantee.address');
  return [
    { kind: 'heading', text: t('legal:guarantee.title') },
    { kind: 'picture', file: noticePicture(locale), alt: t('legal:guarantee.alt'), width: 544, height: 769 },
    t('legal:guarantee.attached'),
    t('legal:guarantee.text'),
    { kind: 'button', label: t('legal:guarantee.link', { address }), href: noticeHref(address) },
  ];
}

function legalParts(ctx: Writing, locale: Locale, page: LegalPage): MailPart[] {
  const { title, html, text, isTranslation } = loadLegalText(page, locale, ctx);
  const own: MailPart[] = [
    { kind: 'heading', text: title },
    ...(isTranslation ? [translator(locale)('legal:translation')] : []),
    { kind: 'html', html, text },
  ];
  return isTranslation ? [...own, bindingText(page, ctx)] : own;
}

/** The authoritative text. A link to it would not be a durable medium. */
function bindingText(page: LegalPage, ctx: Writing): MailPart {
  const { html, text } = loadLegalText(page, BINDING_LOCALE, ctx);
  return { kind: 'html', html: `<div lang="${BINDING_LOCALE}">${html}</div>`, text };
}

/** Products with their units, without prices. */
export const productTable = (t: Translate, lines: readonly OrderLine[]): MailPart => ({
  kind: 'table',
  head: [t('mail:order.product'), t('mail:order.quantity')],
  rows: lines.map(({ name, code, quantity }) => [`${name}\n${t('mail:order.code', { code })}`, String(quantity)]),
});
