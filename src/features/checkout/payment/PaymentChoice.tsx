import { useEffect, useState, type ReactNode } from 'react';
import type { Components, FundingSource, PayPalV6Namespace } from '@paypal/paypal-js/sdk-v6';
import { fill } from '#src/i18n/fill.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { getJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import type { PaymentSource } from '#src/shared/payment-source.ts';
import { fail } from '#src/shared/result.ts';
import { forgetAttempt, isTransfer, readAttempt } from '../attempt.store.ts';
import applePayUrl from './apple-pay.ts?shared-chunk-url';
import cardUrl from './CardFields.tsx?shared-chunk-url';
import { postCancellation } from '../checkout-api.ts';
import type { CheckoutTexts, PaymentChoiceOptions } from '../checkout-texts.ts';
import googlePayUrl from './google-pay.ts?shared-chunk-url';
import orderByTransferUrl from './order-by-transfer.ts?shared-chunk-url';
import { loadStep, type Pay, type PaymentStep, type PaypalSdk, type StartWith } from './payment-step.ts';
import type { Payment, PaypalSetup } from './payment.store.ts';
import styles from './payment-choice.scss?inline';

type Way = 'paypal' | PaymentSource | 'transfer';

interface Props extends PaymentChoiceOptions {
  locale: Locale;
  pageTexts: CheckoutTexts;
  /** PayPal's script and the ordering code; undefined until they have loaded. */
  step: PaymentStep | undefined;
  /** Called with the way to pay that is not PayPal's own; undefined for PayPal's. */
  onChoose: (pay: Pay | undefined, way: Way) => void;
}

interface CardCode {
  CardFields: typeof import('./CardFields.tsx').default;
}

/** The source was refused, or the buyer gave up: the next attempt needs another order at PayPal. */
const REFUSED = new Set(['failed', 'payment_declined', 'payment_not_approved']);

/**
 * PayPal's script is there, because the form loads it for PayPal accounts. An instance of its own keeps these parts out
 * of the code that every buyer loads.
 */
async function openSdk(locale: Locale, components: readonly Components[]): Promise<PaypalSdk | undefined> {
  const setup = await getJson<PaypalSetup>(api.paypalClientId());
  const { paypal } = window as { paypal?: PayPalV6Namespace };
  if (!setup.ok || !paypal) return undefined;
  const { paypalClientId: clientId } = setup.value;
  const instance = await paypal.createInstance({ clientId, components: [...components], locale, pageType: 'checkout' });
  return { instance, methods: await instance.findEligibleMethods({ currencyCode: 'EUR' }), setup: setup.value };
}

// Nothing was sent, as without a network.
const NOT_SENT = fail({ kind: 'network', status: 0 });

const loadTransfer = () =>
  importAnew<typeof import('./order-by-transfer.ts')>(orderByTransferUrl).catch(() => undefined);

const payByTransfer: Pay = async (order) => (await loadTransfer())?.orderByTransfer(order) ?? NOT_SENT;

/** Whether an order by transfer was sent and its response is missing. */
const isUnanswered = () => isTransfer(readAttempt());

/** Pays, unless a transfer's order whose response was lost exists: then the buyer has ordered already. */
const unlessOrdered =
  (pay: Pay): Pay =>
  async (order) => {
    // A window opens only in the tap's own event handler, so nothing is awaited there without need.
    if (!isUnanswered()) return pay(order);
    const code = await loadTransfer();
    return code ? ((await code.findBefore(order)) ?? pay(order)) : NOT_SENT;
  };

/** The chosen way, kept in this tab over a reload. */
const KEPT = 'payment';

function readKept(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null; // the browser blocks storage
  }
}

function keep(way: Way): void {
  try {
    sessionStorage.setItem(KEPT, way);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

/** Loads a wallet's code; undefined when this browser has no such wallet. */
type LoadWallet = (sdk: PaypalSdk) => Promise<StartWith | undefined>;

const loadGooglePay: LoadWallet = async (sdk) => {
  const { default: prepare } = await importAnew<typeof import('./google-pay.ts')>(googlePayUrl);
  return prepare(sdk);
};

/** Whether this browser can pay with Apple; Safari refuses the question on pages without https. */
function hasApplePay(): boolean {
  const { ApplePaySession } = window as { ApplePaySession?: { canMakePayments(): boolean } };
  try {
    return ApplePaySession?.canMakePayments() === true;
  } catch {
    return false;
  }
}

/** Pays with an activated source of PayPal. `messages`: why an attempt ended without an order. */
const payThrough = (
  { payAndOrder }: PaymentStep,
  paymentSource: PaymentSource,
  start: StartWith,
  messages: Pick<CheckoutTexts, 'cancelled' | 'closed' | 'failed' | 'unsettled' | 'checkoutError' | 'form'>,
): Pay =>
  unlessOrdered(async (order) => {
    const payment = { start: (createOrder) => start(createOrder as never, order) } as Payment;
    const placed = await payAndOrder(payment, { ...order, paymentSource }, messages);
    if (placed.ok || !REFUSED.has(placed.error.kind)) return placed;
    const { checkoutId } = readAttempt() ?? {};
    if (checkoutId) {
      forgetAttempt(checkoutId);
      await postCancellation(checkoutId);
    }
    return fail({ ...placed.error, detail: messages.failed });
  });

/** The ways to pay, in a shop that takes more than PayPal accounts. */
export default function PaymentChoice({
  locale,
  texts,
  pageTexts,
  step,
  sources,
  components,
  cardTexts,
  walletTexts,
  shopName,
  transfer,
  onChoose,
}: Props) {
  const [chosen, setChosen] = useState<Way>('paypal');
  /** Chosen before a reload, and not offered yet: PayPal's script loads when the form is used. */
  const [wanted, setWanted] = useState(readKept);
  const [cards, setCards] = useState<CardCode>();
  const [sdk, setSdk] = useState<PaypalSdk>();
  useEffect(() => {
    // Without these parts, PayPal accounts and transfers remain.
    if (step && components.length > 0) openSdk(locale, components).then(setSdk, () => {});
  }, [step, components, locale]);
  const isOffered = (source: PaymentSource, name: FundingSource) =>
    sources.includes(source) && sdk?.methods.isEligible(name);
  const choose = (way: Way, pay?: Pay) => {
    setChosen(way);
    setWanted(null);
    keep(way);
    onChoose(pay ?? (isUnanswered() ? payPaypalLater : undefined), way);
  };
  /** After an order by transfer without a response. */
  const payPaypalLater = unlessOrdered(async (order) => {
    const ready = await loadStep(locale);
    return ready
      ? ready.payAndOrder(ready.payment, order, pageTexts)
      : fail({ kind: 'paypal_err', status: 503, detail: pageTexts.failed });
  });
  useEffect(() => {
    // In another tab than the one of the order, PayPal is chosen without a click.
    if (isUnanswered() && wanted !== 'transfer') onChoose(payPaypalLater, 'paypal');
    // oxlint-disable-next-line react/exhaustive-deps -- later choices ask again
  }, []);
  // React hears of no other change of a radio button than a click.
  const chooseAgain = (input: HTMLInputElement | null) => input?.click();
  const option = (way: Way, text: ReactNode, onChange: () => void, more?: ReactNode) => (
    <div className="payment-choice">
      <label>
        <input
          type="radio"
          name="payment"
          value={way}
          checked={chosen === way}
          onChange={onChange}
          ref={wanted === way ? chooseAgain : undefined}
        />
        <strong>{texts.ways[way]}</strong>
        <span className="soft">{text}</span>
      </label>
      {more}
    </div>
  );
  const loadApplePay: LoadWallet = async (sdk) => {
    const { default: prepare } = await importAnew<typeof import('./apple-pay.ts')>(applePayUrl);
    return prepare(sdk, shopName);
  };
  const wallet = (way: Exclude<PaymentSource, 'card'>, load: LoadWallet) => {
    if (!step || !sdk || !walletTexts) return undefined;
    const say = (text: string) => fill(text, { wallet: texts.ways[way] });
    const failed = say(walletTexts.failed);
    const messages = { ...pageTexts, failed, closed: failed, cancelled: say(walletTexts.cancelled) };
    const onChange = () => {
      // Another company's script loads only for the buyers who choose it.
      const loading = load(sdk).catch(() => undefined);
      let loaded: StartWith | undefined;
      void loading.then((start) => (loaded = start));
      const start: StartWith = (...order) =>
        // A sheet opens only in the tap's own event handler, so nothing may be awaited there.
        loaded?.(...order) ?? loading.then((late) => late?.(...order) ?? { kind: 'failed', code: 'NO_WALLET' });
      choose(way, payThrough(step, way, start, messages));
    };
    return option(way, say(walletTexts.text), onChange);
  };
  const cardOption = () => {
    if (!step || !sdk || !cardTexts) return undefined;
    const { cancelled, failed } = cardTexts;
    const messages = { ...pageTexts, cancelled, failed, closed: failed };
    const onReady = (start: StartWith) => onChoose(payThrough(step, 'card', start, messages), 'card');
    const onChange = () => {
      // Until the fields are there, the order button waits for their numbers.
      choose('card', () =>
        Promise.resolve(fail({ kind: 'card_incomplete', status: 422, detail: cardTexts.incomplete })),
      );
      importAnew<typeof import('./CardFields.tsx')>(cardUrl).then(
        (loaded) => setCards({ CardFields: loaded.default }),
        () => {}, // the other ways to pay remain
      );
    };
    const fields = chosen === 'card' && cards && (
      <cards.CardFields instance={sdk.instance} texts={cardTexts} onReady={onReady} />
    );
    return option('card', texts.cardText, onChange, fields);
  };
  return (
    <fieldset className="payment-choices">
      <legend className="vh">{texts.title}</legend>
      {option('paypal', pageTexts.payment, () => choose('paypal'))}
      {transfer && option('transfer', texts.transferText, () => choose('transfer', payByTransfer))}
      {/* PayPal's script adds these late: below the others, so that none of those moves. */}
      {isOffered('card', 'advanced_cards') && cardOption()}
      {isOffered('googlePay', 'googlepay') && wallet('googlePay', loadGooglePay)}
      {isOffered('applePay', 'applepay') && hasApplePay() && wallet('applePay', loadApplePay)}
    </fieldset>
  );
}

/** For the form, so that no page without a choice loads the code that adds them. */
PaymentChoice.styles = styles;
