import type { ReactNode } from 'react';
import type { CartTexts } from '#src/features/cart/cart-texts.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { FetchError } from '#src/shared/fetch-json.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { rememberMaybePaid, rememberReviewed, readAttempt } from './attempt.store.ts';
import { postConfirmation, type Review, type Settled } from './checkout-api.ts';
import type { ReviewTexts, LegalLinks } from './checkout-texts.ts';
import { addressProblems, defaultsOf, fieldTexts, reviewErrors, toApiAddress } from './delivery-address.ts';
import DeliveryAddress from './DeliveryAddress.tsx';
import EmailField from './EmailField.tsx';
import OrderBox from './OrderBox.tsx';
import OrderOverview from './OrderOverview.tsx';
import OrderTerms from './OrderTerms.tsx';
import { longTexts, wishesIn } from './order-wishes.ts';
import OrderWishes from './OrderWishes.tsx';
import { finishAttempt } from './payment/pay-and-order.ts';
import { useWishFields } from './use-wish-fields.ts';

interface Props {
  locale: Locale;
  checkoutId: string;
  review: Review;
  texts: ReviewTexts;
  cartTexts: CartTexts;
  legalLinks: LegalLinks;
  onOrdered: (orderNumber: string) => void;
  /** Called when the checkout has changed since the page was loaded, or the buyer has to approve again. */
  onRefused: (error: FetchError) => void;
  /** The notice on the legal guarantee. */
  children?: ReactNode;
}

const GERMANY = 'DE';
/** After these errors the form cannot succeed any more. */
const SHOWN_ELSEWHERE = new Set([
  'price_changed',
  'payment_declined',
  'payment_not_approved',
  'checkout_closed',
  'sold_out',
  'payment_mismatch',
  'not_found',
]);

/** PayPal's address in the fields of the address form. The last word of the name becomes the surname. */
function addressOf({ email, shipping }: Review) {
  const words = shipping.name.split(' ');
  return {
    clientId: '',
    clientName: words.slice(0, -1).join(' '),
    clientSurname: words.at(-1) ?? '',
    clientEmail: email,
    clientAddress: shipping.address,
    clientNumber: shipping.number,
    clientAdditionalAddress: shipping.additional_address,
    clientPostalCode: shipping.postal_code,
    clientCity: shipping.city,
    clientCountry: shipping.country,
  };
}

/** PayPal's address and email for correction, with the legally required information and the order button. */
export default function ReviewForm({
  locale,
  checkoutId,
  review,
  texts,
  cartTexts,
  legalLinks,
  onOrdered,
  onRefused,
  children,
}: Props) {
  const wishes = useWishFields(locale, texts.form.fields);
  const formTexts = fieldTexts(texts, wishes.problems);
  const draft = `checkout-review-${checkoutId}`;
  const client = addressOf(review);
  const form = useForm<Settled>({
    texts: formTexts,
    check: (values) => ({ ...addressProblems(values, texts), ...longTexts(values, wishes.problems) }),
    initial: {
      errors: {
        ...reviewErrors(defaultsOf(client), review.invalid ?? [], { ...texts, form: formTexts }),
        ...(review.detail && { postal_code: review.detail }),
      },
    },
    draft,
    async send(values) {
      const shipping = { ...toApiAddress(values), country: GERMANY } as const;
      const input = {
        shipping,
        ...wishesIn(values),
        expectedTotal: review.total,
        languageLocale: locale,
        ...(review.guest && { email: values.email }),
      };
      const attempt = readAttempt();
      const lines = attempt?.checkoutId === checkoutId ? attempt.lines : [];
      rememberMaybePaid(checkoutId, true);
      const settled = await finishAttempt({ checkoutId, lines }, texts, (id) => postConfirmation(id, input));
      if (settled.ok) return settled;
      if (settled.error.status < 500) rememberMaybePaid(checkoutId, false);
      if (settled.error.kind === 'payment_declined') rememberReviewed(checkoutId, false);
      if (SHOWN_ELSEWHERE.has(settled.error.kind) || settled.error.status === 401) onRefused(settled.error);
      return settled;
    },
    onDone: ({ orderNumber }) => onOrdered(orderNumber),
  });
  return (
    <form {...form.attributes} className="form checkout">
      <div className="checkout-fields">
        {review.problems.map((problem) => (
          <p key={problem} className="notice notice-problem" role="alert">
            {review.detail ?? texts.addressProblems[problem]}
          </p>
        ))}
        <section>
          <h2>{texts.contactTitle}</h2>
          {review.guest ? <EmailField {...{ form, texts }} defaultValue={review.email} /> : <p>{review.email}</p>}
        </section>
        <DeliveryAddress
          {...{ form, texts }}
          initial={defaultsOf(client)}
          saved={
            !review.guest &&
            wishes.code && <wishes.code.SavedAddresses form={form} texts={wishes.code.savedTexts(locale)} />
          }
          onOpen={review.guest ? undefined : wishes.load}
        />
        <OrderWishes {...{ form, locale, wishes, draft, texts }} client={undefined} isGuest={review.guest} />
        <OrderTerms payment={<p>{texts.paidAfter}</p>} {...{ texts, legalLinks }} />
        {children}
      </div>
      <OrderBox form={form} texts={texts} cartTexts={cartTexts} contactHref={legalLinks.contact}>
        <OrderOverview
          lines={review.lines}
          totals={{ ...review, shipping: review.shippingCost, freeShippingLeft: 0 }}
          pending={false}
          texts={texts}
          cartTexts={cartTexts}
        />
      </OrderBox>
    </form>
  );
}
