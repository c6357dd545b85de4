import { useEffect, useState } from 'react';
import { storedName, type StoredClient } from '#src/features/account/client.ts';
import { codeInUse } from '#src/features/cart/code.store.ts';
import type { PricedCart } from '#src/features/cart/priced-cart.ts';
import { toCheckoutLines } from '#src/features/orders/orderable.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import type { DeliveryMethod } from '#src/shared/delivery/delivery-method.ts';
import { api } from '#src/shared/paths.ts';
import type { Form } from '#src/ui/form/use-form.ts';
import type { CheckoutInput } from './checkout-api.ts';
import type { CheckoutTexts, DeliveryChoiceOptions } from './checkout-texts.ts';
import styles from './delivery-choice.scss?inline';
import type { WishFields } from './use-wish-fields.ts';

type Amounts = Pick<PricedCart, 'shipping' | 'freeShippingLeft' | 'discounts' | 'vat' | 'total' | 'voucher'>;

/** What another method than standard delivery changes in the form. */
export interface ChosenDelivery {
  /** undefined until the server has priced it. */
  amounts: Amounts | undefined;
  order: Pick<CheckoutInput, 'deliveryMethod' | 'billing'>;
  /** No address is asked for. */
  isCollected: boolean;
  /** Texts of the overview: the delivery term, and the name of the line for shipping. */
  texts: { deliveryTerm: string };
  cartTexts: { shipping: string };
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
  /** What the delivery address costs more, on an island. */
  island: Amounts | undefined;
  /** Called with undefined for standard delivery. */
  onChoose: (chosen: ChosenDelivery | undefined) => void;
}

/** The choice, kept in this tab over a reload and the way to PayPal. */
const KEPT = 'delivery';

function readKept(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null; // the browser blocks storage
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

/** The choice of a delivery method, in a shop that offers several. */
export default function DeliveryChoice({
  locale,
  title,
  ways,
  texts,
  collection,
  client,
  priced,
  form,
  draft,
  wishes,
  pageTexts,
  island,
  onChoose,
}: Props) {
  const [chosen, setChosen] = useState<DeliveryMethod>(() => {
    const kept = readKept();
    return ways.find(({ method }) => method === kept)?.method ?? 'standard';
  });
  const [isLost, setLost] = useState(false);
  const [codeProblem, setCodeProblem] = useState<string>();
  const isCollected = chosen === 'collection';
  const { code, load } = wishes;
  useEffect(() => {
    if (chosen === 'standard') return onChoose(undefined);
    if (isCollected && !client) load();
    const abort = new AbortController();
    const { term, shipping } = ways.find(({ method }) => method === chosen)!;
    const delivery = {
      order: { deliveryMethod: chosen, ...(isCollected && client && { billing: billingOf(client) }) },
      isCollected,
      texts: { deliveryTerm: term },
      cartTexts: { shipping },
    };
    onChoose({ ...delivery, amounts: undefined });
    const asked = {
      lines: toCheckoutLines(priced),
      languageLocale: locale,
      deliveryMethod: chosen,
      ...codeInUse(),
      ...(!isCollected && island && { postalCode: postalCodeIn(form) }),
    };
    void postJson<PricedCart>(api.cart(), asked, abort.signal).then((answer) => {
      if (abort.signal.aborted) return;
      if (answer.ok) {
        setCodeProblem(codeProblemIn(answer.value));
        return onChoose({ ...delivery, amounts: amountsOf(answer.value) });
      }
      setLost(true);
      setChosen('standard');
    });
    return () => abort.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- only another cart, person, island or choice is priced
  }, [chosen, priced, client, island]);
  const choose = (method: DeliveryMethod) => {
    setLost(false);
    setCodeProblem(undefined);
    setChosen(method);
    keep(method);
  };
  return (
    <section aria-labelledby="checkout-delivery">
      <h2 id="checkout-delivery">{title}</h2>
      <div className="delivery-ways" role="radiogroup" aria-labelledby="checkout-delivery">
        {ways.map(({ method, name, text }) => (
          <label key={method} className="delivery-way">
            <input
              type="radio"
              name="deliveryMethod"
              value={method}
              checked={chosen === method}
              onChange={() => choose(method)}
            />
            <strong>{name}</strong>
            <span className="soft">{text}</span>
          </label>
        ))}
      </div>
      {isLost && (
        <p className="notice notice-problem" role="alert">
          {texts.lost}
        </p>
      )}
      {/* The field of the code shows what it does with standard delivery. */}
      <p role="status" className="soft" hidden={!codeProblem}>
        {codeProblem}
      </p>
      {isCollected && collection && (
        <div className="delivery-place">
          <p>
            <strong>{texts.place}</strong> {collection.place}
          </p>
          <p>
            <strong>{texts.hours}</strong> {collection.hours}
          </p>
          <p className="soft">{collection.kept}</p>
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

const postalCodeIn = ({ attributes: { ref } }: Form): string =>
  String(new FormData(ref.current!).get('postal_code') ?? '').trim();

/** Why a code that fits standard delivery takes nothing off now. */
const codeProblemIn = ({ problems }: PricedCart): string | undefined =>
  (problems as { productId?: number; detail?: string }[]).find(({ productId }) => !productId)?.detail;

const amountsOf = ({ shipping, freeShippingLeft, discounts, vat, total, voucher }: PricedCart): Amounts => ({
  shipping,
  freeShippingLeft,
  discounts,
  vat,
  total,
  voucher,
});

/** For the form, so that no page without a choice loads the code that adds them. */
DeliveryChoice.styles = styles;
