import { loadCustomScript } from '@paypal/paypal-js';
import { loadCoreSdkScript, type PayPalPaymentsInstance } from '@paypal/paypal-js/sdk-v6';
import type { Locale } from '#src/i18n/locales.ts';
import { getJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

/** The response of `GET /api/paypal-client-id/`. */
export interface PaypalSetup {
  paypalClientId: string;
  paypalEnvironment: 'production' | 'sandbox' | 'emulator';
  /** Set for the emulator only. */
  paypalScriptUrl?: string;
}

/**
 * How the buyer's visit to PayPal ended. After `cancelled` and `closed` the money may have moved all the same: some
 * buyers approve and close the window themselves, which PayPal may report as cancelled. Ask the server.
 */
export type PaymentOutcome<E> =
  | { kind: 'approved'; orderId: string }
  | { kind: 'cancelled' }
  | { kind: 'closed' }
  /** This page redirects to PayPal, and PayPal back to the shop. */
  | { kind: 'redirected' }
  | { kind: 'not_created'; error: E }
  /** PayPal's script failed; `code` is its error code, for logs. */
  | { kind: 'failed'; code: string };

/** Creates the order at PayPal after the window opened. */
export type CreateOrder<E> = () => Promise<Result<{ paypalOrderId: string }, E>>;

interface Presentation {
  /** The approval is not the order yet: PayPal's button says "continue", and the buyer orders in the shop. */
  continues?: boolean;
  /** No window: this page redirects to PayPal; `replace`: without a history entry. */
  asPage?: 'assign' | 'replace';
}

export interface Payment {
  /** Call it in the tap's event handler, before any `await`: browsers block a window that opens later. */
  start<E>(createOrder: CreateOrder<E>, presentation?: Presentation): Promise<PaymentOutcome<E>>;
}

let loading: Promise<Result<Payment, { kind: 'provider_down' }>> | undefined;

/**
 * Loads PayPal's script once. Call it when the checkout step opens, so that the tap need not wait, and nowhere else,
 * because the script comes from another host (TDDDG §25).
 */
export function loadPayment(locale: Locale): Promise<Result<Payment, { kind: 'provider_down' }>> {
  loading ??= load(locale).then((loaded) => {
    if (!loaded.ok) loading = undefined; // the next attempt may succeed
    return loaded;
  });
  return loading;
}

async function load(locale: Locale): Promise<Result<Payment, { kind: 'provider_down' }>> {
  const setup = await getJson<PaypalSetup>(api.paypalClientId());
  if (!setup.ok) return fail({ kind: 'provider_down' });
  const { paypalClientId: clientId, paypalEnvironment: environment, paypalScriptUrl: url } = setup.value;
  try {
    // The SDK knows only PayPal's two hosts. It loads no script when the emulator's has defined `window.paypal`.
    if (url) await loadCustomScript({ url });
    if (url && !('paypal' in window)) return fail({ kind: 'provider_down' });
    const paypal = await loadCoreSdkScript({ environment: environment === 'production' ? 'production' : 'sandbox' });
    // No Pay Later, neither sessions nor messages: the law on consumer credit would add duties.
    const components = ['paypal-payments'] as const;
    const instance = await paypal!.createInstance({ clientId, components, locale, pageType: 'checkout' });
    const methods = await instance.findEligibleMethods({ currencyCode: 'EUR' });
    return methods.isEligible('paypal')
      ? ok({ start: (createOrder, presentation) => start(instance, createOrder, presentation) })
      : fail({ kind: 'provider_down' });
  } catch {
    return fail({ kind: 'provider_down' }); // the script did not load, or PayPal refused the account
  }
}

function start<E>(
  instance: PayPalPaymentsInstance,
  createOrder: CreateOrder<E>,
  { continues = false, asPage }: Presentation = {},
): Promise<PaymentOutcome<E>> {
  return new Promise((resolve) => {
    let refused: PaymentOutcome<E> | undefined;
    const order = createOrder().then((created) => {
      if (created.ok) return { orderId: created.value.paypalOrderId };
      refused = { kind: 'not_created', error: created.error };
      throw new Error('not created');
    });
    order.catch(() => resolve(refused ?? { kind: 'failed', code: 'CREATE_ORDER' }));
    const failed = (error: unknown) => resolve(refused ?? { kind: 'failed', code: codeOf(error) });
    let inWindow = !asPage;
    const goToPaypal = () =>
      session.start({ presentationMode: 'redirect' }, order).then(() => resolve({ kind: 'redirected' }), failed);
    // The SDK reports an error by its callback, by the promise, or by both. After a recoverable one it tries the next
    // way to show PayPal.
    const nextWay = (error: unknown) => {
      if (!inWindow || !isRecoverable(error)) return failed(error);
      inWindow = false;
      void goToPaypal();
    };
    const session = instance.createPayPalOneTimePaymentSession({
      commit: !continues,
      onApprove: async ({ orderId }) => resolve({ kind: 'approved', orderId }),
      onCancel: ({ orderId }) => resolve({ kind: orderId ? 'cancelled' : 'closed' }),
      onError: nextWay,
    });
    if (asPage === 'assign') return void goToPaypal();
    if (asPage === 'replace') {
      session.start({ presentationMode: 'redirect', autoRedirect: { enabled: false } }, order).then((answer) => {
        const { redirectURL } = (answer ?? {}) as { redirectURL?: string };
        if (!redirectURL) return failed(undefined);
        location.replace(redirectURL);
        resolve({ kind: 'redirected' });
      }, failed);
      return;
    }
    // PayPal's overlay needs inline styles, which the pages' policy forbids.
    session.start({ presentationMode: 'popup', fullPageOverlay: { enabled: false } }, order).catch(nextWay);
  });
}

const isRecoverable = (error: unknown): boolean =>
  (error as { isRecoverable?: boolean } | undefined)?.isRecoverable === true;
const codeOf = (error: unknown): string => (error as { code?: string } | undefined)?.code ?? 'UNKNOWN';
