import type { ApplePayContact, ApplePayMerchantSession, ApplePayPaymentToken } from '@paypal/paypal-js/sdk-v6';
import type { FetchError } from '#src/shared/fetch-json.ts';
import type { PaypalSdk, StartWith } from './payment-step.ts';
import type { PaymentOutcome } from './payment.store.ts';

/** The part of Safari's class that the shop uses; https://developer.apple.com/documentation/applepayontheweb */
interface AppleSession {
  onvalidatemerchant: (event: { validationURL: string }) => void;
  onpaymentmethodselected: () => void;
  onpaymentauthorized: (event: { payment: { token: ApplePayPaymentToken; billingContact: ApplePayContact } }) => void;
  oncancel: () => void;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: ApplePayMerchantSession['merchantSession']): void;
  completePaymentMethodSelection(update: { newTotal: object }): void;
  completePayment(result: { status: number }): void;
}
interface AppleSessions {
  new (version: number, request: object): AppleSession;
  canMakePayments(): boolean;
  STATUS_SUCCESS: number;
  STATUS_FAILURE: number;
}

const VERSION = 4;

/**
 * Prepares Apple Pay; undefined when this browser has none. The returned function opens Apple's sheet, so call it in
 * the tap's event handler.
 */
export default async function prepareApplePay(
  { instance, methods }: PaypalSdk,
  shopName: string,
): Promise<StartWith | undefined> {
  const { ApplePaySession } = window as { ApplePaySession?: AppleSessions };
  if (!ApplePaySession?.canMakePayments()) return undefined;
  const session = instance.createApplePayOneTimePaymentSession();
  const config = session.formatConfigForPaymentRequest(methods.getDetails('applepay').config);
  return (createOrder, { expectedTotal, expectedDue = expectedTotal }) =>
    new Promise<PaymentOutcome<FetchError>>((resolve) => {
      const creating = createOrder();
      const total = { label: shopName, amount: expectedDue.toFixed(2), type: 'final' };
      const sheet = new ApplePaySession(VERSION, {
        ...config,
        countryCode: config.merchantCountry ?? 'DE',
        currencyCode: 'EUR',
        requiredBillingContactFields: ['postalAddress'],
        total,
      });
      const end = (outcome: PaymentOutcome<FetchError>) =>
        void creating.then((created) => resolve(created.ok ? outcome : { kind: 'not_created', error: created.error }));
      const fail = () => {
        sheet.abort();
        end({ kind: 'failed', code: 'APPLE_PAY' });
      };
      sheet.onvalidatemerchant = ({ validationURL: validationUrl }) =>
        void session
          .validateMerchant({ validationUrl, displayName: shopName })
          .then(({ merchantSession }) => sheet.completeMerchantValidation(merchantSession))
          .catch(fail);
      sheet.onpaymentmethodselected = () => sheet.completePaymentMethodSelection({ newTotal: total });
      sheet.onpaymentauthorized = ({ payment: { token, billingContact } }) =>
        void creating.then(async (created) => {
          try {
            if (!created.ok) throw new Error('not created');
            const { paypalOrderId: orderId } = created.value;
            await session.confirmOrder({ orderId, token, billingContact });
            sheet.completePayment({ status: ApplePaySession.STATUS_SUCCESS });
            resolve({ kind: 'approved', orderId });
          } catch {
            sheet.completePayment({ status: ApplePaySession.STATUS_FAILURE });
            end({ kind: 'failed', code: 'APPLE_PAY' });
          }
        });
      sheet.oncancel = () => end({ kind: 'cancelled' });
      sheet.begin();
      // A sheet for an order that the shop refused would only show an amount.
      void creating.then((created) => created.ok || fail());
    });
}
