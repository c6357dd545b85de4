import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { createOffer } from '#src/features/offers/server/offer.service.ts';
import {
  askForAddress,
  changeAddress,
  declineAddress,
} from '#src/features/order-changes/server/order-change.service.ts';
import { findAddressRequest } from '#src/features/order-changes/server/order-change.repository.ts';
import { correctInvoice } from '#src/features/order-changes/server/wrong-invoice.service.ts';
import { RESEND_REASONS } from '#src/features/orders/parcel.ts';
import { deliverOrder, handOverOrder, packOrder } from '#src/features/orders/server/delivery.service.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { resendOrder } from '#src/features/orders/server/resend.service.ts';
import { refundOrder } from '#src/features/refunds/server/refund.service.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { ADDRESS, newBuyer } from '../../support/people/buyer.ts';
import { setProduct } from '../../support/people/order-rows.ts';
import { STORED } from '../../support/people/wishes.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';

const own = forFile(() => payingShop());

beforeAll(() => setProduct(own.ctx, 'AGUA', { quantity_available: 100 }));

const PLACE = { ...ADDRESS, country: 'DE' as const };

/** All that can happen to an order after it was placed: the refused acts, and the link of an offer. */
async function changeAll(number: string): Promise<{ refused: unknown[]; link: string }> {
  const { ctx } = own;
  const order = (await findOrderByNumber(ctx.db.read, number))!;
  const label = (part: number) => ({ carrier: 'dhl', trackingNumber: `${Date.parse(order.orderedAt)}${part}` });
  const sure = { isSure: true };
  const offer = { requestId: randomUUID(), days: 2, lines: [own.line('AGUA', 2)], to: { shipsWith: number } };
  const offered = await createOffer(ctx, offer);
  const results: { ok: boolean }[] = [
    offered,
    await changeAddress(ctx, order, { ...PLACE, address: 'Lindenallee' }),
    await askForAddress(ctx, order, { ...PLACE, address: 'Am Wall' }),
    await declineAddress(ctx, order, (await findAddressRequest(ctx.db.read, order.id))!.asked_at),
    await correctInvoice(ctx, order, { billing: STORED.billing, reference: 'R 2' }),
    await refundOrder(ctx, order, { lines: [{ code: 'AGUA', units: 1 }], restock: true }),
    await packOrder(ctx, order, { units: new Map([['AGUA', 1]]) }),
    await handOverOrder(ctx, order, label(1), { parcel: 1, ...sure }),
    await packOrder(ctx, order, { parcel: 2 }),
    await handOverOrder(ctx, order, label(2), { parcel: 2, ...sure }),
    await deliverOrder(ctx, order, { parcel: 1 }),
  ];
  for (const [at, reason] of RESEND_REASONS.entries()) {
    results.push(await resendOrder(ctx, order, { reason, text: 'Karton nass', units: new Map([['AGUA', 1]]) }));
    results.push(await handOverOrder(ctx, order, { carrier: null, trackingNumber: null }, { parcel: 3 + at }));
  }
  return { refused: results.filter(({ ok }) => !ok), link: (offered.ok && offered.value.link) || '' };
}

/** Amounts that each mail may name: goods, shipping and VAT of what it is about. */
const AMOUNTS: Record<string, string[]> = {
  refund: ['4,99 €'],
  // Two units without another shipping charge; 7 % VAT.
  offer: ['4,99 €', '9,98 €', '0,00 €', '0,65 €'],
};

const KINDS = {
  offer: 1,
  order_changed: 2,
  invoice_corrected: 1,
  refund: 1,
  shipped: 2 + RESEND_REASONS.length,
  resend: RESEND_REASONS.length,
};

/** A key without a text, and a placeholder without a value. */
const RAW = /\b(?:mail|checkout|cart|desk|errors|invoice|legal):[a-z]|\{\{|undefined|\[object/;

it.each(LOCALE_CODES)('each mail and page about a changed order is in the buyer’s language: %s', async (locale) => {
  const ana = await newBuyer(own.ctx, own.server.url);
  const begun = await ana.begin([own.line('AGUA', 3), own.line('MATE')], { languageLocale: locale });
  await own.paypal.approve(begun.paypalOrderId);
  const { orderNumber } = await ana.capture(begun.checkoutId);
  const { refused, link } = await changeAll(orderNumber);
  expect(refused).toEqual([]);
  const mails = (await mailsTo(own.ctx, ana.email)).filter(({ kind }) => kind !== 'order_confirmation');
  const byKind = [...Map.groupBy(mails, ({ kind }) => kind)].map(([kind, same]) => [kind, same.length]);
  expect(Object.fromEntries(byKind)).toEqual(KINDS);
  const foreign = textsOfOthers(locale);
  for (const { kind, subject, text, html } of mails) {
    const all = `${subject}\n${text}`;
    expect(all, kind).toContain('Ana Müller');
    expect(html, kind).toContain(`<html lang="${locale}"`);
    if (kind !== 'offer') expect(subject, kind).toContain(orderNumber);
    expect(all, kind).not.toMatch(RAW);
    expect(
      foreign.filter((sentence) => all.includes(sentence)),
      kind,
    ).toEqual([]);
    const amounts = new Set([...all.matchAll(/-?[\d.]+,\d\d\s?€/g)].map(([amount]) => amount.replace(/\s/g, ' ')));
    expect([...amounts].sort(), kind).toEqual((AMOUNTS[kind] ?? []).toSorted());
  }
  for (const path of [localised(locale, pages.order(orderNumber)), link.slice(own.ctx.config.siteUrl.length)]) {
    const html = await ana.text(path);
    const text = html.replace(/<(style|script|head)[^]*?<\/\1>|<[^>]+>/g, ' ');
    expect(html, path).toContain(`<html lang="${locale}"`);
    expect(text, path).not.toMatch(RAW);
    expect(
      foreign.filter((sentence) => text.includes(sentence)),
      path,
    ).toEqual([]);
  }
});

type Texts = string | { [key: string]: Texts };

const leavesOf = (texts: Texts): string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts).flatMap(leavesOf);

/** Long pieces of texts, between their placeholders. */
const readPieces = (locale: Locale): string[] =>
  ['mail', 'checkout', 'cart']
    .flatMap((name) => leavesOf(JSON.parse(readFileSync(`locales/${locale}/${name}.json`, 'utf8')) as Texts))
    .flatMap((text) => text.split(/\{\{[^}]*\}\}/))
    .map((piece) => piece.trim())
    .filter((piece) => piece.length > 12);

/** Pieces that no text in this language has. */
function textsOfOthers(locale: Locale): string[] {
  const ownTexts = readPieces(locale).join('\n');
  return LOCALE_CODES.filter((other) => other !== locale)
    .flatMap(readPieces)
    .filter((piece) => !ownTexts.includes(piece));
}
