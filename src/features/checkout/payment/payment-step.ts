import type { Locale } from '#src/i18n/locales.ts';
import type { FetchError } from '#src/shared/fetch-json.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import type { Components, EligiblePaymentMethodsOutput, SdkInstance } from '@paypal/paypal-js/sdk-v6';
import { loadPayAndOrder } from './load-pay-and-order.ts';
import type { CreateOrder, Payment, PaymentOutcome, PaypalSetup } from './payment.store.ts';
import paymentUrl from './payment.store.ts?shared-chunk-url';

type PayAndOrder = typeof import('./pay-and-order.ts').payAndOrder;

/** The code that the order button needs. */
export interface PaymentStep {
  payment: Payment;
  payAndOrder: PayAndOrder;
}

/** PayPal's script with the parts of the ways to pay that the owner has activated. */
export interface PaypalSdk {
  instance: SdkInstance<Components[]>;
  methods: EligiblePaymentMethodsOutput;
  setup: PaypalSetup;
}

/** Runs from the tap on the order button to the buyer's approval. */
export type StartWith = (
  createOrder: CreateOrder<FetchError>,
  order: Parameters<PayAndOrder>[1],
) => Promise<PaymentOutcome<FetchError>>;

/** Places an order, from the tap on the order button. */
export type Pay = (order: Parameters<PayAndOrder>[1]) => ReturnType<PayAndOrder>;

/** undefined when PayPal's script or the shop's own code does not load. */
export async function loadStep(locale: Locale): Promise<PaymentStep | undefined> {
  const code = await Promise.all([
    importAnew<typeof import('./payment.store.ts')>(paymentUrl),
    loadPayAndOrder(),
  ]).catch(() => undefined);
  const payment = await code?.[0].loadPayment(locale);
  return code && payment?.ok ? { payment: payment.value, payAndOrder: code[1].payAndOrder } : undefined;
}
