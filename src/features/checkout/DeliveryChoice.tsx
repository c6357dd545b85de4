import { useEffect, useState } from 'react';
import { storedName, type StoredClient } from '#src/features/account/client.ts';
import type { PricedCart } from '#src/features/cart/priced-cart.ts';
import { toCheckoutLines } from '#src/features/orders/orderable.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import type { DeliveryMethod } from '#src/shared/delivery-method.ts';
import { api } from '#src/shared/paths.ts';
import type { Form } from '#src/ui/form/use-form.ts';
import type { CheckoutInput } from './checkout-api.ts';
import type { CheckoutTexts, DeliveryChoiceOptions } from './checkout-texts.ts';
import styles from './delivery-choice.scss?inline';
import type { WishFields } from './use-wish-fields.ts';

type Amounts = Pick<PricedCart, 'shipping' | 'freeShippingLeft' | 'vat' | 'total'>;

/** What collecting the order changes in the form. */
export interface Collected {
  /** undefined until the server has priced it. */
  amounts: Amounts | undefined;
  order: Pick<CheckoutInput, 'deliveryMethod' | 'billing'>;
  /** The term in the overview, and the name of its line for shipping. */
  term: string;
  shipping: string;
}

interface Props extends DeliveryChoiceOptions {
  locale: Locale;
  /** undefined for a guest, who has to say who gets the invoice. */
  client: StoredClient | undefined;
  priced: PricedCart;
  form: Form;
  draft: string;
  wishes: WishFields;
  pageTexts: Pick<CheckoutTexts, 'fields' | 'form'>;
  /** Called with undefined for a parcel. */
  onChoose: (collected: Collected | undefined) => void;
}

/** The choice, kept in this tab over a reload and the way to PayPal. */
const KEPT = 'delivery';

function readKept(): DeliveryMethod {
  try {
    return sessionStorage.getItem(KEPT) === 'collection' ? 'collection' : 'standard';
  } catch {
    return 'standard'; // the browser blocks storage
  }
}

function keep(method: DeliveryMethod): void {
  try {
    sessionStorage.setItem(KEPT, method);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

const billingOf = (client: StoredClient): NonNullable<CheckoutInput['billing']> => ({
  name: storedName(client),
  address: client.clientAddress,
  number: client.clientNumber,
  additional_address: client.clientAdditionalAddress,
  postal_code: client.clientPostalCode,
  city: client.clientCity,
  country: client.clientCountry,
});

/** The choice between a parcel and collecting the order, in a shop that offers both. */
export default function DeliveryChoice({
  locale,
  texts,
  place,
  hours,
  kept,
  client,
  priced,
  form,
  draft,
  wishes,
  pageTexts,
  onChoose,
}: Props) {
  const [chosen, setChosen] = useState<DeliveryMethod>(readKept);
  const [isLost, setLost] = useState(false);
  const isCollected = chosen === 'collection';
  const { code, load } = wishes;
  useEffect(() => {
    if (!isCollected) return onChoose(undefined);
    if (!client) load();
    const abort = new AbortController();
    const collected = {
      order: { deliveryMethod: chosen, ...(client && { billing: billingOf(client) }) },
      term: texts.term,
      shipping: texts.shipping,
    };
    onChoose({ ...collected, amounts: undefined });
    const asked = { lines: toCheckoutLines(priced), languageLocale: locale, deliveryMethod: chosen };
    void postJson<PricedCart>(api.cart(), asked, abort.signal).then((answer) => {
      if (abort.signal.aborted) return;
      if (answer.ok) return onChoose({ ...collected, amounts: amountsOf(answer.value) });
      setLost(true);
      setChosen('standard');
    });
    return () => abort.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- only another cart, person or choice is priced
  }, [isCollected, priced, client]);
  const choose = (method: DeliveryMethod) => {
    setLost(false);
    setChosen(method);
    keep(method);
  };
  const option = (method: DeliveryMethod, text: string) => (
    <label className="delivery-way">
      <input
        type="radio"
        name="deliveryMethod"
        value={method}
        checked={chosen === method}
        onChange={() => choose(method)}
      />
      <strong>{texts.ways[method]}</strong>
      <span className="soft">{text}</span>
    </label>
  );
  return (
    <section aria-labelledby="checkout-delivery">
      <h2 id="checkout-delivery">{texts.title}</h2>
      <div className="delivery-ways" role="radiogroup" aria-labelledby="checkout-delivery">
        {option('standard', texts.standardText)}
        {option('collection', texts.collectionText)}
      </div>
      {isLost && (
        <p className="notice notice-problem" role="alert">
          {texts.lost}
        </p>
      )}
      {isCollected && (
        <div className="delivery-place">
          <p>
            <strong>{texts.place}</strong> {place}
          </p>
          <p>
            <strong>{texts.hours}</strong> {hours}
          </p>
          <p className="soft">{kept}</p>
        </div>
      )}
      {isCollected && !client && code && (
        <code.InvoiceFields
          {...{ form, locale, draft, client }}
          isGuest
          labels={pageTexts.fields}
          isOpened={false}
          onRemove={undefined}
        />
      )}
      {isCollected && !client && wishes.isLost && (
        <p className="notice notice-problem" role="alert">
          {pageTexts.form.network}
        </p>
      )}
    </section>
  );
}

const amountsOf = ({ shipping, freeShippingLeft, vat, total }: PricedCart): Amounts => ({
  shipping,
  freeShippingLeft,
  vat,
  total,
});

/** For the form, so that no page without a choice loads the code that adds them. */
DeliveryChoice.styles = styles;
