import { loadCustomScript } from '@paypal/paypal-js';
import { loadCoreSdkScript, type PayPalPaymentsInstance } from '@paypal/paypal-js/sdk-v6';
import type { Locale } from '#src/i18n/locales.ts';
import { getJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

/** The answer of `GET /api/paypal-client-id/`. */
export interface PaypalSetup {
  paypalClientId: string;
  paypalEnvironment: 'production' | 'sandbox' | 'emulator';
  /** Of the emulator. */
  paypalScriptUrl?: string;
}

/**
 * How the buyer's visit to PayPal ended. `cancelled` and `closed` say nothing of the money: some buyers approve and close
 * the window themselves, and PayPal may call that cancelled. Ask the server.
 */
export type PaymentOutcome<E> =
  | { kind: 'approved'; orderId: string }
  | { kind: 'cancelled' }
  | { kind: 'closed' }
  /** No window may be opened here: this page goes to PayPal, which leads back to /checkout/return. */
  | { kind: 'redirected' }
  | { kind: 'not_created'; error: E }
  /** PayPal's script gave up; `code` is its word, for logs. */
  | { kind: 'failed'; code: string };

/** What makes the order at PayPal, once the window is open. */
export type CreateOrder<E> = () => Promise<Result<{ paypalOrderId: string }, E>>;

export interface Payment {
  /** Call it in the tap itself, before anything is awaited: browsers block windows that open later. */
  start<E>(createOrder: CreateOrder<E>): Promise<PaymentOutcome<E>>;
}

let loading: Promise<Result<Payment, { kind: 'provider_down' }>> | undefined;

/**
 * Loads PayPal's script, once; call it when the payment step shows, so that the tap need not wait. It must not load
 * anywhere else: it is another host's (TDDDG §25).
 */
export function loadPayment(locale: Locale): Promise<Result<Payment, { kind: 'provider_down' }>> {
  loading ??= load(locale).then((loaded) => {
    if (!loaded.ok) loading = undefined; // the next attempt may find the network again
    return loaded;
  });
  return loading;
}

async function load(locale: Locale): Promise<Result<Payment, { kind: 'provider_down' }>> {
  const setup = await getJson<PaypalSetup>(api.paypalClientId());
  if (!setup.ok) return fail({ kind: 'provider_down' });
  const { paypalClientId: clientId, paypalEnvironment: environment, paypalScriptUrl: url } = setup.value;
  try {
    // The SDK knows two hosts only; with the emulator's script in place it loads none.
    if (url) await loadCustomScript({ url });
    if (url && !('paypal' in window)) return fail({ kind: 'provider_down' });
    const paypal = await loadCoreSdkScript({ environment: environment === 'production' ? 'production' : 'sandbox' });
    // No Pay Later, neither its sessions nor its messages: consumer credit has duties of its own.
    const components = ['paypal-payments'] as const;
    const instance = await paypal!.createInstance({ clientId, components, locale, pageType: 'checkout' });
    const methods = await instance.findEligibleMethods({ currencyCode: 'EUR' });
    return methods.isEligible('paypal') ? ok({ start: (createOrder) => start(instance, createOrder) }) : fail({ kind: 'provider_down' });
  } catch {
    return fail({ kind: 'provider_down' }); // a script that does not arrive, or that refuses this account
  }
}

function start<E>(instance: PayPalPaymentsInstance, createOrder: CreateOrder<E>): Promise<PaymentOutcome<E>> {
  return new Promise((resolve) => {
    let refused: PaymentOutcome<E> | undefined;
    const order = createOrder().then((created) => {
      if (created.ok) return { orderId: created.value.paypalOrderId };
      refused = { kind: 'not_created', error: created.error };
      throw new Error('not created');
    });
    order.catch(() => resolve(refused ?? { kind: 'failed', code: 'CREATE_ORDER' }));
    const failed = (error: unknown) => resolve(refused ?? { kind: 'failed', code: codeOf(error) });
    const session = instance.createPayPalOneTimePaymentSession({
      commit: true,
      onApprove: async ({ orderId }) => resolve({ kind: 'approved', orderId }),
      onCancel: ({ orderId }) => resolve({ kind: orderId ? 'cancelled' : 'closed' }),
      onError: failed,
    });
    // Its overlay would need inline styles, which our pages do not allow.
    session.start({ presentationMode: 'popup', fullPageOverlay: { enabled: false } }, order).catch((error: unknown) => {
      if (codeOf(error) !== POPUP_BLOCKED) return failed(error);
      session.start({ presentationMode: 'redirect' }, order).then(() => resolve({ kind: 'redirected' }), failed);
    });
  });
}

const POPUP_BLOCKED = 'ERR_DEV_UNABLE_TO_OPEN_POPUP';
const codeOf = (error: unknown): string => (error as { code?: string } | undefined)?.code ?? 'UNKNOWN';
