import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { StoredClient } from '#src/features/account/client.ts';
import type { CartTexts } from '#src/features/cart/cart-texts.ts';
import type { PricedCart } from '#src/features/cart/priced-cart.ts';
import Undeliverable from '#src/features/cart/Undeliverable.tsx';
import type { Locale } from '#src/i18n/locales.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import { fail } from '#src/shared/result.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { hasBlockingProblem, toCheckoutLines } from '#src/features/orders/orderable.ts';
import type { Settled } from './checkout-api.ts';
import styles from './checkout-form.scss?inline';
import { codeInUse } from '#src/features/cart/code.store.ts';
import type CodeEntry from '#src/features/cart/CodeEntry.tsx';
import CartOverview from './CartOverview.tsx';
import type {
  CheckoutTexts,
  DeliveryChoiceOptions,
  LegalLinks,
  PaymentChoiceOptions,
  StepTexts,
} from './checkout-texts.ts';
import { addressProblems, defaultsOf, fieldTexts, toApiAddress } from './delivery-address.ts';
import DeliveryAddress from './DeliveryAddress.tsx';
import type { ChosenDelivery } from './DeliveryChoice.tsx';
import deliveryUrl from './DeliveryChoice.tsx?shared-chunk-url';
import EmailField from './EmailField.tsx';
import { dropRefusedCode } from './drop-refused-code.ts';
import type { IslandAmounts } from './IslandNote.tsx';
import { payByVoucher } from './pay-by-voucher.ts';
import islandUrl from './IslandNote.tsx?shared-chunk-url';
import OrderBox from './OrderBox.tsx';
import OrderTerms from './OrderTerms.tsx';
import { longTexts, wishesIn } from './order-wishes.ts';
import OrderWishes from './OrderWishes.tsx';
import choiceUrl from './payment/PaymentChoice.tsx?shared-chunk-url';
import { loadStep, type Pay, type PaymentStep } from './payment/payment-step.ts';
import { openDraft } from './typed-address.ts';
import { useWishFields } from './use-wish-fields.ts';
import { explainUnexpected } from './unexpected-failure.ts';

interface Props {
  locale: Locale;
  /** undefined for a guest, who also enters an email address. */
  client: StoredClient | undefined;
  priced: PricedCart;
  /** `priced` may belong to an older cart. */
  pending: boolean;
  texts: StepTexts;
  cartTexts: CartTexts;
  legalLinks: LegalLinks;
  /** undefined in a shop that takes PayPal accounts only. */
  choice: PaymentChoiceOptions | undefined;
  /** undefined in a shop with standard delivery only. */
  delivery: DeliveryChoiceOptions | undefined;
  /** The shop's terms differ for islands. */
  hasIslands: boolean;
  /** Message about an earlier attempt, for example a cancelled payment. */
  problem: string | undefined;
  /** Called when the server refused the cart, so that the page prices it again. */
  onStale: () => void;
  onRemove: (productIds: number[]) => void;
  /** The place for a discount code and a voucher, a `CodeEntry`. */
  codeEntry?: ReactElement | undefined;
  onPlaced: (settled: Settled) => void;
}

const PAGE_TEXTS = import.meta.glob<Omit<CheckoutTexts, keyof StepTexts>>('/locales/*/checkout.json', {
  import: 'page',
  eager: true,
});

adoptStyles(styles);

const GERMANY = 'DE';
const STALE = new Set(['sold_out', 'code_used_up', 'sale_locked', 'price_changed', 'age_restricted', 'invalid_input']);

type DeliveryPart = typeof import('./DeliveryChoice.tsx').default;
type PaymentPart = typeof import('./payment/PaymentChoice.tsx').default;

/** A part of the form that not every shop has; undefined until its code is here, and without `Part` if it is lost. */
function usePart<T extends object>(url: string, isNeeded: boolean): { Part?: T } | undefined {
  const [part, setPart] = useState<{ Part?: T }>();
  useEffect(() => {
    if (!isNeeded) return;
    importAnew<{ default: T & { styles?: string } }>(url).then(
      ({ default: Part }) => {
        if (Part.styles) adoptStyles(Part.styles);
        setPart({ Part });
      },
      () => setPart({}), // the form works without it: PayPal and a parcel remain, and the server decides
    );
  }, [url, isNeeded]);
  return part;
}

/** The form, once all of its parts are here, so that none of them pushes the others down. */
export default function CheckoutForm(props: Props) {
  const { choice, delivery } = props;
  const ways = usePart<PaymentPart>(choiceUrl, !!choice);
  const methods = usePart<DeliveryPart>(deliveryUrl, !!delivery);
  if ((choice && !ways) || (delivery && !methods)) return null;
  return <WholeForm {...props} Ways={ways?.Part} Methods={methods?.Part} />;
}

/** Delivery address, the legally required information, and the order button. */
function WholeForm({
  locale,
  client,
  priced,
  pending,
  texts: stepTexts,
  cartTexts,
  legalLinks,
  choice,
  delivery,
  hasIslands,
  problem,
  onStale,
  onRemove,
  codeEntry,
  onPlaced,
  Ways,
  Methods,
}: Props & { Ways: PaymentPart | undefined; Methods: DeliveryPart | undefined }) {
  const texts = { ...PAGE_TEXTS[`/locales/${locale}/checkout.json`]!, ...stepTexts };
  const blocked = hasBlockingProblem(priced);
  const [draft] = useState(() => openDraft(client?.clientId));
  /** How the buyer pays; undefined: with PayPal. */
  const pay = useRef<Pay>(undefined);
  const [step, setStep] = useState<PaymentStep>();
  // Load before the tap: the browser blocks a window that opens later, and then the page would go to PayPal instead. A
  // visitor without a session may only want to sign in, so PayPal's script loads when the form is used.
  const preparing = useRef<Promise<unknown>>(undefined);
  const prepare = async (): Promise<PaymentStep | undefined> => {
    const loaded = await loadStep(locale);
    setStep(loaded);
    return loaded;
  };
  const prepareOnce = () => void (preparing.current ??= prepare());
  // After each rendering, because a client may sign in later.
  useEffect(() => {
    if (client) prepareOnce();
  });
  const payWithPaypal: Pay = async (order) => {
    const ready = step ?? (await prepare());
    return ready
      ? ready.payAndOrder(ready.payment, order, texts)
      : fail({ kind: 'paypal_err', status: 503, detail: texts.failed });
  };
  const islands = usePart<typeof import('./IslandNote.tsx').default>(islandUrl, hasIslands);
  /** undefined: standard delivery. */
  const [chosen, setChosen] = useState<ChosenDelivery>();
  const isCollected = chosen?.isCollected;
  const [island, setIsland] = useState<IslandAmounts>();
  const amounts = { ...priced, ...(chosen ? chosen.amounts : island) };
  // The cart loads the entry for a buyer who has a code.
  const paid = amounts.voucher && (codeEntry?.type as typeof CodeEntry | undefined)?.voucher;
  const due = paid ? paid.dueOf(amounts) : amounts.total;
  // The overview must say what the voucher leaves to pay.
  const isPending = pending || (!!chosen && !chosen.amounts) || (!!amounts.voucher && !paid);
  const wishes = useWishFields(locale, texts.form.fields);
  const form = useForm<Settled>({
    texts: fieldTexts(texts, wishes.problems),
    check: (values) => ({ ...(!isCollected && addressProblems(values, texts)), ...longTexts(values, wishes.problems) }),
    initial: { problem },
    async send(values) {
      // The overview above the button still shows an older cart.
      if (isPending) return fail({ kind: 'price_changed', status: 409, detail: texts.priceChanged });
      if (blocked) return fail({ kind: 'sold_out', status: 409, detail: texts.blocked });
      const { email } = values;
      const sent = () => ({ shipping: { ...toApiAddress(values), country: GERMANY } as const });
      const order = {
        lines: toCheckoutLines(priced),
        ...(!isCollected && sent()),
        ...chosen?.order,
        ...wishesIn(values),
        ...codeInUse(),
        expectedTotal: amounts.total,
        ...(amounts.voucher && { expectedDue: due }),
        languageLocale: locale,
        ...(!client && { email }),
      };
      const placed = await (due === 0 ? payByVoucher : (pay.current ?? payWithPaypal))(order);
      if (placed.ok) return placed;
      const { error } = placed;
      const codeProblem = dropRefusedCode(error.body);
      if (STALE.has(error.kind)) onStale();
      return fail(codeProblem ? { ...error, detail: codeProblem } : explainUnexpected(error, texts));
    },
    onDone: onPlaced,
    draft,
  });
  const address = (
    <>
      <DeliveryAddress
        {...{ form, texts }}
        initial={defaultsOf(client)}
        saved={
          client && wishes.code && <wishes.code.SavedAddresses form={form} texts={wishes.code.savedTexts(locale)} />
        }
        onOpen={client && wishes.load}
      />
      {islands?.Part && <islands.Part {...{ locale, priced, form }} onPrice={setIsland} />}
    </>
  );
  // Beside the order button after it was pressed in vain; the top of the form is far from it on a phone.
  const undeliverable = <Undeliverable priced={priced} texts={cartTexts} onRemove={onRemove} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears of the focus of its fields
    <form {...form.attributes} className="form checkout" onFocus={prepareOnce}>
      <div className="checkout-fields">
        {!form.problem && undeliverable}
        {!client && (
          <section>
            <h2>{texts.guestTitle}</h2>
            <EmailField {...{ form, texts }} />
          </section>
        )}
        {delivery && Methods && (
          <Methods
            {...delivery}
            {...{ form, locale, client, priced, draft, wishes }}
            pageTexts={texts}
            island={island}
            onChoose={setChosen}
          />
        )}
        {delivery ? (
          <fieldset className="checkout-sent" hidden={isCollected} disabled={isCollected}>
            {address}
          </fieldset>
        ) : (
          address
        )}
        <OrderWishes
          {...{ form, locale, client, wishes, draft, texts }}
          isGuest={!client}
          isBilled={!!isCollected && !client}
        />
        <OrderTerms
          payment={
            paid && due === 0 ? (
              // A buyer who removes the voucher chooses a way to pay again.
              <p ref={() => (pay.current = undefined)}>{paid.allPaid(locale)}</p>
            ) : choice && Ways ? (
              <Ways {...choice} {...{ locale, step }} pageTexts={texts} onChoose={(chosen) => (pay.current = chosen)} />
            ) : (
              <p>{texts.payment}</p>
            )
          }
          {...{ texts, legalLinks }}
        />
        {codeEntry}
      </div>
      <OrderBox
        {...{ form, texts, cartTexts }}
        contactHref={legalLinks.contact}
        remedy={form.problem && blocked && undeliverable}
      >
        <CartOverview
          priced={amounts}
          pending={isPending}
          texts={{ ...texts, ...chosen?.texts }}
          cartTexts={{ ...cartTexts, ...chosen?.cartTexts }}
          voucher={paid && <paid.Totals {...{ locale }} priced={amounts} />}
        />
      </OrderBox>
    </form>
  );
}
