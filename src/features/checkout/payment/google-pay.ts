import { loadCustomScript } from '@paypal/paypal-js';
import type { GooglePayPaymentMethodData, GooglePayTransactionInfo } from '@paypal/paypal-js/sdk-v6';
import type { PaypalSdk, StartWith } from './payment-step.ts';

/** The part of Google's script that the shop uses; https://developers.google.com/pay/api/web/reference/client */
interface PaymentsClient {
  isReadyToPay(request: object): Promise<{ result: boolean }>;
  loadPaymentData(request: object): Promise<unknown>;
}
type Authorized = { transactionState: 'SUCCESS' } | { transactionState: 'ERROR'; error: object };
interface ClientOptions {
  environment: 'PRODUCTION' | 'TEST';
  paymentDataCallbacks: {
    onPaymentAuthorized: (data: { paymentMethodData: GooglePayPaymentMethodData }) => Promise<Authorized>;
  };
}
declare global {
  interface Window {
    google?: { payments: { api: { PaymentsClient: new (options: ClientOptions) => PaymentsClient } } };
  }
}

const GOOGLE_SCRIPT = 'https://pay.google.com/gp/p/js/pay.js';

/**
 * Prepares Google Pay; undefined when this browser or its Google account has none. The returned function opens
 * Google's sheet, so call it in the tap's event handler.
 */
export default async function prepareGooglePay({
  instance,
  methods,
  setup,
}: PaypalSdk): Promise<StartWith | undefined> {
  // The emulator brings a sheet of its own.
  await loadCustomScript({ url: setup.paypalScriptUrl?.replace(/core$/, 'google-pay') ?? GOOGLE_SCRIPT });
  const session = instance.createGooglePayOneTimePaymentSession();
  const config = session.formatConfigForPaymentRequest(methods.getDetails('googlepay').config);
  const { allowedPaymentMethods, apiVersion, apiVersionMinor, merchantInfo } = config;
  const request = { allowedPaymentMethods, apiVersion, apiVersionMinor };
  let authorize: ClientOptions['paymentDataCallbacks']['onPaymentAuthorized'];
  const client = new window.google!.payments.api.PaymentsClient({
    environment: setup.paypalEnvironment === 'production' ? 'PRODUCTION' : 'TEST',
    paymentDataCallbacks: { onPaymentAuthorized: (data) => authorize(data) },
  });
  if (!(await client.isReadyToPay(request)).result) return undefined;
  return async (createOrder, { expectedTotal, expectedDue = expectedTotal }) => {
    const creating = createOrder();
    let orderId = '';
    let asksBank = false;
    authorize = async ({ paymentMethodData }) => {
      const created = await creating;
      if (!created.ok) return refusal(created.error);
      orderId = created.value.paypalOrderId;
      try {
        const { status } = await session.confirmOrder({ orderId, paymentMethodData });
        asksBank = status === 'PAYER_ACTION_REQUIRED';
        return { transactionState: 'SUCCESS' };
      } catch (error) {
        return refusal(error);
      }
    };
    const transactionInfo: GooglePayTransactionInfo = {
      countryCode: 'DE',
      currencyCode: 'EUR',
      totalPriceStatus: 'FINAL',
      totalPrice: expectedDue.toFixed(2),
      checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE',
    };
    try {
      await client.loadPaymentData({
        ...request,
        merchantInfo,
        transactionInfo,
        callbackIntents: ['PAYMENT_AUTHORIZATION'],
      });
      // The bank's window opens only after Google's sheet has closed.
      if (asksBank) await session.initiatePayerAction({ orderId });
      return { kind: 'approved', orderId };
    } catch (error) {
      const created = await creating;
      if (!created.ok) return { kind: 'not_created', error: created.error };
      const isCancelled = (error as { statusCode?: string } | undefined)?.statusCode === 'CANCELED';
      return isCancelled ? { kind: 'cancelled' } : { kind: 'failed', code: 'GOOGLE_PAY' };
    }
  };
}

/** What Google's sheet shows when the shop or PayPal refuses. */
const refusal = (error: unknown): Authorized => ({
  transactionState: 'ERROR',
  error: {
    reason: 'OTHER_ERROR',
    intent: 'PAYMENT_AUTHORIZATION',
    message: (error as { detail?: string } | undefined)?.detail ?? '',
  },
});
