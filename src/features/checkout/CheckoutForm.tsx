import { useEffect, useRef, useState } from 'react';
import type { StoredClient } from '#src/features/account/client.ts';
import type { CartTexts } from '#src/features/cart/cart-texts.ts';
import type { PricedCart } from '#src/features/cart/priced-cart.ts';
import { fill } from '#src/i18n/fill.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import { fail } from '#src/shared/result.ts';
import Field from '#src/ui/form/Field.tsx';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { Settled } from './checkout-api.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { loadPayAndOrder } from './load-pay-and-order.ts';
import { hasBlockingProblem, toCheckoutLines } from './orderable.ts';
import OrderOverview from './OrderOverview.tsx';
import type { Payment } from './payment.store.ts';
import paymentUrl from './payment.store.ts?shared-chunk-url';
import { keepAddress, typedAddress } from './typed-address.ts';

interface Props {
  locale: Locale;
  client: StoredClient;
  priced: PricedCart;
  /** `priced` may belong to an older cart. */
  pending: boolean;
  texts: CheckoutTexts;
  cartTexts: CartTexts;
  termsHref: string;
  withdrawalHref: string;
  /** Message about an earlier attempt, for example a cancelled payment. */
  problem: string | undefined;
  /** Called when the server refused the cart, so that the page prices it again. */
  onStale: () => void;
  onPlaced: (settled: Settled) => void;
}

const GERMANY = 'DE';
const STALE = new Set(['sold_out', 'price_changed', 'age_restricted', 'invalid_input']);

/** The code that the order button needs. */
interface PaymentStep {
  payment: Payment;
  payAndOrder: typeof import('./pay-and-order.ts').payAndOrder;
}

/** undefined when PayPal's script or the shop's own code does not load. */
async function loadStep(locale: Locale): Promise<PaymentStep | undefined> {
  const code = await Promise.all([importAnew<typeof import('./payment.store.ts')>(paymentUrl), loadPayAndOrder()]).catch(() => undefined);
  const payment = await code?.[0].loadPayment(locale);
  return code && payment?.ok ? { payment: payment.value, payAndOrder: code[1].payAndOrder } : undefined;
}

/** Delivery address, the facts that the law requires, and the order button. */
export default function CheckoutForm({
  locale,
  client,
  priced,
  pending,
  texts,
  cartTexts,
  termsHref,
  withdrawalHref,
  problem,
  onStale,
  onPlaced,
}: Props) {
  const blocked = hasBlockingProblem(priced);
  const [typed] = useState(() => typedAddress(client.clientId));
  const step = useRef<PaymentStep>(undefined);
  // Load before the tap: the browser blocks a window that opens later, and then the page would go to PayPal instead.
  useEffect(() => void prepare(), []);
  const prepare = async (): Promise<PaymentStep | undefined> => (step.current = await loadStep(locale));
  const form = useForm<Settled>({
    texts: texts.form,
    initial: { problem },
    async send(values) {
      // The overview above the button still shows an older cart.
      if (pending) return fail({ kind: 'price_changed', status: 409, detail: texts.priceChanged });
      if (blocked) return fail({ kind: 'sold_out', status: 409, detail: texts.blocked });
      const ready = step.current ?? (await prepare());
      if (!ready) return fail({ kind: 'paypal_err', status: 503, detail: texts.failed });
      const { name = '', address = '', number = '', additional_address = '', postal_code = '', city = '' } = values;
      const shipping = { name, address, number, additional_address, postal_code, city, country: GERMANY } as const;
      const order = { lines: toCheckoutLines(priced), shipping, expectedTotal: priced.total, languageLocale: locale };
      keepAddress(client.clientId, shipping);
      const placed = await ready.payAndOrder(ready.payment, order, texts);
      if (placed.ok) return placed;
      const { error } = placed;
      if (STALE.has(error.kind)) onStale();
      if (error.kind !== 'fetch_error') return placed;
      return fail({ ...error, detail: fill(texts.checkoutError, { message: texts.form.unknown }) });
    },
    onDone: onPlaced,
  });
  const field = (name: keyof CheckoutTexts['fields'], known?: string) => ({
    form,
    name,
    label: texts.fields[name],
    ...(known !== undefined && { defaultValue: typed[name] ?? known }),
  });
  return (
    <form {...form.attributes} className="form checkout">
      <h2>{texts.addressTitle}</h2>
      <Field {...field('name', `${client.clientName} ${client.clientSurname}`)} required autoComplete="shipping name" maxLength={121} />
      <div className="form-row form-row-long">
        <Field {...field('address', client.clientAddress)} required autoComplete="off" maxLength={120} />
        <Field {...field('number', client.clientNumber)} required autoComplete="off" maxLength={20} />
      </div>
      <Field {...field('additional_address', client.clientAdditionalAddress)} autoComplete="shipping address-line2" maxLength={120} />
      <div className="form-row form-row-short">
        <Field
          {...field('postal_code', client.clientCountry === GERMANY ? client.clientPostalCode : '')}
          required
          inputMode="numeric"
          pattern="\d{5}"
          autoComplete="shipping postal-code"
        />
        <Field {...field('city', client.clientCity)} required autoComplete="shipping address-level2" maxLength={80} />
      </div>
      <Field {...field('country')} required readOnly value={texts.germany} hint={texts.germanyOnly} />
      <h2>{texts.paymentTitle}</h2>
      <p>{texts.payment}</p>
      <p>{texts.guarantee}</p>
      <p>
        {texts.terms} <a href={termsHref}>{texts.termsLink}</a> · <a href={withdrawalHref}>{texts.withdrawalLink}</a>
      </p>
      <OrderOverview priced={priced} pending={pending} texts={texts} cartTexts={cartTexts} />
      <SubmitButton form={form} className="checkout-order">
        {form.busy ? texts.ordering : texts.order}
      </SubmitButton>
      {/* Below the button: the law allows nothing between the overview and the button, and the tap was here. */}
      <FormProblem form={form} />
    </form>
  );
}
