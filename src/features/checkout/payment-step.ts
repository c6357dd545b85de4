import type { Locale } from '#src/i18n/locales.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import type { Components } from '@paypal/paypal-js/sdk-v6';
import { loadPayAndOrder } from './load-pay-and-order.ts';
import type { Payment, PaypalSdk } from './payment.store.ts';
import paymentUrl from './payment.store.ts?shared-chunk-url';

type PayAndOrder = typeof import('./pay-and-order.ts').payAndOrder;

/** The code that the order button needs. */
export interface PaymentStep {
  payment: Payment & PaypalSdk;
  payAndOrder: PayAndOrder;
}

/** Places an order, from the tap on the order button. */
export type Pay = (order: Parameters<PayAndOrder>[1]) => ReturnType<PayAndOrder>;

/** undefined when PayPal's script or the shop's own code does not load. */
export async function loadStep(locale: Locale, more?: readonly Components[]): Promise<PaymentStep | undefined> {
  const code = await Promise.all([
    importAnew<typeof import('./payment.store.ts')>(paymentUrl),
    loadPayAndOrder(),
  ]).catch(() => undefined);
  const payment = await code?.[0].loadPayment(locale, more);
  return code && payment?.ok ? { payment: payment.value, payAndOrder: code[1].payAndOrder } : undefined;
}
