import { expectPlaced, openCart, order } from '../../support/browser/checkout-browser.ts';
import { decideInWindow } from '../../support/browser/paypal-window.ts';
import { expect, JOURNEY_LOCALES, PHONE } from '../fixtures.ts';
import { test } from './checkout-fixture.ts';

// In one worker: the shop is started once.
test.describe.configure({ mode: 'default' });
test.use({ viewport: PHONE.viewport, hasTouch: true });

for (const { locale, prefix, t } of JOURNEY_LOCALES)
  test(`an order page shows a pending payment, then a packed parcel, and finally the refund (${locale})`, async ({
    page,
    paypal,
  }) => {
    await paypal.next({ call: 'capture', fault: 'PENDING' });
    await openCart(page, prefix, t);
    await decideInWindow(await order(page, t), t('emulator:approve'));
    await expectPlaced(page, t);
    const main = page.getByRole('main');
    await expect(main.getByRole('status').getByText(t('checkout:order.pendingText'))).toBeVisible();
    await expect(main.getByText(t('checkout:status.payment_pending'), { exact: true })).toBeVisible();
    const id = (await paypal.orders())[0]!.id;
    for (const [event, status] of [
      ['PAYMENT.CAPTURE.COMPLETED', 'in_separation'],
      ['PAYMENT.CAPTURE.REFUNDED', 'refunded'],
    ] as const) {
      await paypal.deliver({ order: id, event });
      await expect(async () => {
        await page.reload();
        await expect(main.getByText(t(`checkout:status.${status}`), { exact: true }).first()).toBeVisible({
          timeout: 5000,
        });
      }).toPass();
      const [before = ''] = t('checkout:refunded.byPaypal').split('{{');
      await expect(main.getByText(status === 'refunded' ? before : t(`checkout:nextStep.${status}`))).toBeVisible();
    }
    await page.getByRole('link', { name: t('checkout:order.back') }).click();
    await expect(main.getByRole('row').filter({ hasText: t('checkout:status.refunded') })).toHaveCount(1);
  });
