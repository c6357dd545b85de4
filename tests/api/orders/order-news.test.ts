import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDateTime } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { settle } from '#src/features/checkout/server/settle.service.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { allSent } from '../../support/outside/mails.ts';
import { idsOf, ordersOfCheckout } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';

const SHOP = 'inbox@shop.example';

describe.each<Locale>(['de-DE', 'en-US', 'pt-BR'])('the mail about an order to a shop that uses %s', (locale) => {
  const t = translator(locale);
  let own: PayingShop;
  let smtp: MailServer;
  let ana: Buyer;

  beforeAll(async () => {
    smtp = await startMailServer();
    const more: Record<string, string> = locale === 'de-DE' ? {} : { SHOP_LOCALE: locale };
    own = await payingShop({ SHOP_EMAIL: SHOP, SMTP_URL: smtp.url, ...more });
    ana = await newBuyer(own.ctx, own.server.url);
  });
  afterAll(async () => {
    await own?.dispose();
    await smtp?.stop();
  });

  async function buy(fault?: string) {
    const begun = await ana.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 2 }]);
    await own.paypal.approve(begun.paypalOrderId);
    if (fault) await own.paypal.next({ call: 'capture', fault });
    return { ...begun, ...(await ana.capture(begun.checkoutId)) };
  }
  const newsOf = async (number: string) => {
    await allSent(own.ctx);
    return smtp.mails
      .filter(({ recipients, subject }) => recipients.includes(SHOP) && subject?.includes(number))
      .map(({ subject, text = '' }) => ({ subject, text: text.replaceAll('\u00a0', ' ') }));
  };

  it('says what to pack, for whom and what was paid; a repeated capture sends no second one', async () => {
    const { orderNumber: number, checkoutId } = await buy();
    expect((await settle(own.ctx, checkoutId)).ok).toBe(true);
    const [order] = await ordersOfCheckout(own.ctx, checkoutId);
    const news = await newsOf(number);
    expect(news.map(({ subject }) => subject)).toEqual([t('mail:orderNews.subject', { number })]);
    for (const part of [
      formatDateTime(order!.ordered_at, locale).replaceAll('\u00a0', ' '),
      t('mail:order.code', { code: 'AGUA' }),
      ': 2 · 4,99 € · 9,98 €',
      '14,98 €',
      'Rosenweg 7a\n04109 Leipzig',
      ana.email,
      t('checkout:payment.paid', { method: 'PayPal' }),
      `npm run shop -- orders pack ${number}`,
    ])
      expect(news[0]?.text).toContain(part);
  });

  it('says not to pack while the payment is pending; a second one says that it arrived', async () => {
    const { orderNumber: number, paypalOrderId } = await buy('PENDING');
    const [waiting] = await newsOf(number);
    expect(waiting?.subject).toBe(t('mail:orderNews.subjectPending', { number }));
    expect(waiting?.text).toContain(t('mail:orderNews.wait'));
    expect(waiting?.text).not.toContain('orders pack');
    for (let news = 0; news < 2; news++) await own.webhook(paypalOrderId, 'PAYMENT.CAPTURE.COMPLETED');
    const [, paid, ...more] = await newsOf(number);
    expect(paid?.subject).toBe(t('mail:orderNews.subjectPaid', { number }));
    expect(paid?.text).toContain(`npm run shop -- orders pack ${number}`);
    expect(more).toEqual([]);
  });

  it('says once that PayPal denied the payment and not to pack', async () => {
    const { orderNumber: number, paypalOrderId } = await buy('PENDING');
    for (let news = 0; news < 2; news++) await own.webhook(paypalOrderId, 'PAYMENT.CAPTURE.DENIED');
    const [, denied, ...more] = await newsOf(number);
    expect(denied?.subject).toBe(t('mail:orderNews.subjectDenied', { number }));
    for (const part of [t('mail:orderNews.denied'), t('checkout:payment.cancelled', { method: 'PayPal' }), ana.email])
      expect(denied?.text).toContain(part);
    expect(denied?.text).not.toContain('orders pack');
    expect(more).toEqual([]);
  });
});
