import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CartTexts } from '#src/features/cart/cart-texts.ts';
import { untilAnswered, type Settled } from '#src/features/checkout/checkout-api.ts';
import type { CheckoutTexts, LegalLinks, PaymentChoiceOptions } from '#src/features/checkout/checkout-texts.ts';
// With another query than the checkout's: an address that both import would be a file that every checkout loads.
import choiceUrl from '#src/features/checkout/payment/PaymentChoice.tsx?shared-chunk-url&offer';
import OrderBox from '#src/features/checkout/OrderBox.tsx';
import OrderOverview from '#src/features/checkout/OrderOverview.tsx';
import OrderTerms from '#src/features/checkout/OrderTerms.tsx';
import { payOffer } from '#src/features/checkout/payment/pay-offer.ts';
import { loadPayment, type Payment } from '#src/features/checkout/payment/payment.store.ts';
import { explainUnexpected } from '#src/features/checkout/unexpected-failure.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import { api } from '#src/shared/paths.ts';
import { fail } from '#src/shared/result.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import type { OfferView } from './offer-view.ts';

interface Props {
  locale: Locale;
  /** The key of the link. */
  offerKey: string;
  offer: OfferView;
  texts: CheckoutTexts;
  cartTexts: CartTexts;
  legalLinks: LegalLinks;
  /** The choice of a way to pay; undefined in a shop that takes no transfers. */
  choice?: PaymentChoiceOptions | undefined;
  /** Address of an order's page up to its number. */
  orderBase: string;
  /** The address, and the notice on the legal guarantee. */
  children?: ReactNode;
}

/** The order button of an order by phone, with what the law wants beside it. Nothing is owed before the tap. */
export default function OfferOrder({
  locale,
  offerKey,
  offer,
  texts,
  cartTexts,
  legalLinks,
  choice,
  orderBase,
  children,
}: Props) {
  // Loads before the tap: the browser blocks a window that opens later.
  const payment = useRef<Payment>(undefined);
  const prepare = async () => {
    const loaded = await loadPayment(locale);
    payment.current = loaded.ok ? loaded.value : undefined;
    return payment.current;
  };
  // oxlint-disable-next-line react/exhaustive-deps -- once per page
  useEffect(() => void prepare(), []);
  const [ways, setWays] = useState<{
    PaymentChoice: typeof import('#src/features/checkout/payment/PaymentChoice.tsx').default;
  }>();
  useEffect(() => {
    if (!choice) return;
    importAnew<typeof import('#src/features/checkout/payment/PaymentChoice.tsx')>(choiceUrl).then(
      (loaded) => {
        adoptStyles(loaded.default.styles);
        setWays({ PaymentChoice: loaded.default });
      },
      () => {}, // PayPal remains
    );
  }, [choice]);
  const isTransfer = useRef(false);
  const form = useForm<Settled>({
    texts: texts.form,
    async send() {
      const input = { key: offerKey, expectedTotal: offer.totals.total, languageLocale: locale };
      const ready = isTransfer.current ? undefined : (payment.current ?? (await prepare()));
      if (!ready && !isTransfer.current) return fail({ kind: 'paypal_err', status: 503, detail: texts.failed });
      const placed = await (ready
        ? payOffer(ready, input, texts)
        : untilAnswered(() => postJson<Settled>(`${api.offer()}transfer/`, input), [1000, 2000]));
      return placed.ok ? placed : fail(explainUnexpected(placed.error, texts));
    },
    // Back must not lead to a page that orders again.
    onDone: ({ orderNumber }) => location.replace(`${orderBase}${orderNumber}?placed`),
  });
  return (
    <form {...form.attributes} className="form checkout">
      <div className="checkout-fields">
        {children}
        <OrderTerms
          payment={
            choice && ways ? (
              <ways.PaymentChoice
                {...choice}
                {...{ locale }}
                step={undefined}
                pageTexts={texts}
                onChoose={(_, way) => (isTransfer.current = way === 'transfer')}
              />
            ) : (
              <p>{texts.payment}</p>
            )
          }
          {...{ texts, legalLinks }}
        />
      </div>
      <OrderBox form={form} texts={texts} cartTexts={cartTexts} contactHref={legalLinks.contact}>
        <OrderOverview lines={offer.lines} totals={offer.totals} pending={false} texts={texts} cartTexts={cartTexts} />
      </OrderBox>
    </form>
  );
}
