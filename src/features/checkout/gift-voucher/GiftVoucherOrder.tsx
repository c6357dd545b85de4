import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type giftVoucherTexts from '#locales/en-US/giftVoucher.json';
import { $client } from '#src/features/account/session.store.ts';
import type { CartTexts } from '#src/features/cart/cart-texts.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { fill } from '#src/i18n/fill.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import Field from '#src/ui/form/Field.tsx';
import TextArea from '#src/ui/form/TextArea.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { Values } from '#src/ui/form/form-errors.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import { fail } from '#src/shared/result.ts';
import { CANCELLED } from '../attempt.store.ts';
import { ORDERED_BEFORE } from '../ordered-before.ts';
import type { Settled } from '../checkout-api.ts';
import type { CheckoutTexts, LegalLinks, PaymentChoiceOptions } from '../checkout-texts.ts';
import EmailField from '../EmailField.tsx';
import GiftVoucherOverview from './GiftVoucherOverview.tsx';
import OrderBox from '../OrderBox.tsx';
import OrderTerms from '../OrderTerms.tsx';
// With another query than the checkout's: an address that both import would be a file that every checkout loads.
import choiceUrl from '../payment/PaymentChoice.tsx?shared-chunk-url&voucher';
import { loadStep, type Pay, type PaymentStep } from '../payment/payment-step.ts';
import { forgetTyped, keepTyped, readTyped, type TypedVoucher } from './typed-voucher.ts';
import { explainUnexpected } from '../unexpected-failure.ts';

interface Props {
  locale: Locale;
  pageTexts: CheckoutTexts;
  texts: Omit<typeof giftVoucherTexts, 'order' | 'mail' | 'noScript' | 'description'>;
  cartTexts: CartTexts;
  legalLinks: LegalLinks;
  /** undefined in a shop that takes PayPal accounts only. */
  choice?: PaymentChoiceOptions | undefined;
  /** The values to choose from, and the bounds of another one, in EUR. */
  values: readonly number[];
  bounds: { least: number; most: number };
  longest: { name: number; message: number; days: number };
  /** Address of an order's page up to its number. */
  orderBase: string;
  typed: TypedVoucher;
  /** The result of an earlier attempt. */
  problem: string;
}

const OTHER = 'other';
const VALUE = 'giftVoucher.value';

/** Buys a gift voucher. The form keeps its values while the buyer is at PayPal. */
export default function GiftVoucherOrder(props: Omit<Props, 'typed' | 'problem'>) {
  // The page's server knows neither.
  const [back, setBack] = useState<Pick<Props, 'typed' | 'problem'>>();
  useEffect(() => {
    const typed = readTyped();
    const isCancelled = new URLSearchParams(location.search).has(CANCELLED);
    // A reload must not say it again.
    if (isCancelled) history.replaceState(history.state, '', location.pathname);
    if (typed || isCancelled) setBack({ typed: typed ?? {}, problem: isCancelled ? props.pageTexts.cancelled : '' });
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);
  return <VoucherForm key={back ? 'back' : 'new'} {...props} typed={back?.typed ?? {}} problem={back?.problem ?? ''} />;
}

/** Value, for whom, the ways to pay, and the order button with what the law wants beside it. */
function VoucherForm({
  locale,
  pageTexts,
  texts,
  cartTexts,
  legalLinks,
  choice,
  values,
  bounds,
  longest,
  orderBase,
  typed: before,
  problem,
}: Props) {
  const client = useStore($client, { ssr: () => undefined });
  const [chosen, setChosen] = useState(before.chosen ?? String(values[1]));
  const [typed, setTyped] = useState(before[VALUE] ?? '');
  const [isGift, setGift] = useState(before.whom === 'gift');
  const [name, setName] = useState(before['giftVoucher.to.name'] ?? '');
  const pay = useRef<Pay>(undefined);
  const [step, setStep] = useState<PaymentStep>();
  // Loads before the tap, because the browser blocks a window that opens later, but not before the form is used.
  const preparing = useRef<Promise<unknown>>(undefined);
  const prepare = async () => {
    const loaded = await loadStep(locale);
    setStep(loaded);
    return loaded;
  };
  const [ways, setWays] = useState<{ PaymentChoice: typeof import('../payment/PaymentChoice.tsx').default }>();
  useEffect(() => {
    if (!choice) return;
    importAnew<typeof import('../payment/PaymentChoice.tsx')>(choiceUrl).then(
      (loaded) => {
        adoptStyles(loaded.default.styles);
        setWays({ PaymentChoice: loaded.default });
      },
      () => {}, // PayPal remains
    );
  }, [choice]);
  const payWithPaypal: Pay = async (order) => {
    const ready = step ?? (await prepare());
    return ready
      ? ready.payAndOrder(ready.payment, order, pageTexts)
      : fail({ kind: 'paypal_err', status: 503, detail: pageTexts.failed });
  };
  const value = valueOf(chosen === OTHER ? typed : chosen, bounds);
  const today = () => germanDay(new Date().toISOString());
  const isOtherDay = ({ 'giftVoucher.to.sendOn': day }: Values) =>
    Boolean(day) && (day! < today() || day! > addDays(today(), longest.days));
  const isTooLong = ({ 'giftVoucher.to.message': message = '' }: Values) => message.trim().length > longest.message;
  const form = useForm<Settled>({
    initial: { problem },
    texts: {
      ...pageTexts.form,
      fields: {
        ...pageTexts.form.fields,
        [VALUE]: texts.problems.value,
        'giftVoucher.from': texts.problems.name,
        'giftVoucher.to.name': texts.problems.name,
        'giftVoucher.to.email': pageTexts.form.fields.email!,
        'giftVoucher.to.message': texts.problems.message,
        'giftVoucher.to.sendOn': texts.problems.sendOn,
      },
    },
    check: (fields) => ({
      ...(value === undefined && { [VALUE]: texts.problems.value }),
      ...(isOtherDay(fields) && { 'giftVoucher.to.sendOn': texts.problems.sendOn }),
      ...(isTooLong(fields) && { 'giftVoucher.to.message': texts.problems.message }),
    }),
    async send(fields) {
      const of = (field: string) => fields[`giftVoucher.${field}`] ?? '';
      const order = {
        lines: [],
        giftVoucher: {
          value: value!,
          from: client ? `${client.clientName} ${client.clientSurname}` : of('from'),
          ...(isGift && {
            to: {
              name: of('to.name'),
              email: of('to.email'),
              message: of('to.message'),
              ...(of('to.sendOn') && { sendOn: of('to.sendOn') }),
            },
          }),
        },
        expectedTotal: value!,
        languageLocale: locale,
        ...(!client && { email: fields.email }),
      };
      const placed = await (pay.current ?? payWithPaypal)(order);
      if (placed.ok) return placed;
      const { error } = placed;
      if (error.kind !== ORDERED_BEFORE) return fail(explainUnexpected(error, pageTexts));
      return fail({ ...error, detail: fill(texts.problems.orderedBefore, { number: error.detail ?? '' }) });
    },
    // Back must not lead to a page that orders again.
    onDone({ orderNumber }) {
      forgetTyped();
      location.replace(`${orderBase}${orderNumber}?placed`);
    },
  });
  const { ref } = form.attributes;
  // The buyer may have chosen before React hydrated the form.
  useEffect(() => {
    const entered = new FormData(ref.current!);
    setChosen(entered.get('chosen') as string);
    setGift(entered.get('whom') === 'gift');
  }, [ref]);
  const option = (group: string, key: string, label: string, isOn: boolean, choose: () => void, text?: string) => (
    <label key={key} className="gift-voucher-way">
      <input type="radio" name={group} value={key} checked={isOn} onChange={choose} />
      <strong>{label}</strong>
      {text && <span className="soft">{text}</span>}
    </label>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears of the focus of its fields
    <form
      {...form.attributes}
      className="form checkout"
      onFocus={() => void (preparing.current ??= prepare())}
      onInput={(event) => {
        form.attributes.onInput(event);
        keepTyped(event.currentTarget);
      }}
    >
      <div className="checkout-fields">
        <section aria-labelledby="gift-voucher-value">
          <h2 id="gift-voucher-value">{texts.value}</h2>
          <div className="gift-voucher-values" role="radiogroup" aria-labelledby="gift-voucher-value">
            {values.map((euro) =>
              option('chosen', String(euro), `${euro} €`, chosen === String(euro), () => setChosen(String(euro))),
            )}
            {option('chosen', OTHER, texts.other, chosen === OTHER, () => setChosen(OTHER))}
          </div>
          {chosen === OTHER && (
            <Field
              {...{ form }}
              name={VALUE}
              label={texts.amount}
              hint={texts.amountHint}
              required
              inputMode="numeric"
              autoComplete="off"
              defaultValue={before[VALUE]}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
        </section>
        <section aria-labelledby="gift-voucher-for">
          <h2 id="gift-voucher-for">{texts.forWhom}</h2>
          <div className="gift-voucher-ways" role="radiogroup" aria-labelledby="gift-voucher-for">
            {option('whom', 'me', texts.forMe, !isGift, () => setGift(false), texts.forMeText)}
            {option('whom', 'gift', texts.forOther, isGift, () => setGift(true), texts.forOtherText)}
          </div>
          {isGift && (
            <>
              <Field
                {...{ form }}
                name="giftVoucher.to.name"
                label={texts.name}
                required
                maxLength={longest.name}
                autoComplete="off"
                defaultValue={before['giftVoucher.to.name']}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <Field
                {...{ form }}
                name="giftVoucher.to.email"
                label={texts.email}
                hint={texts.emailHint}
                required
                type="email"
                autoComplete="off"
                defaultValue={before['giftVoucher.to.email']}
              />
              <TextArea
                {...{ form }}
                name="giftVoucher.to.message"
                label={texts.message}
                hint={texts.messageHint}
                defaultValue={before['giftVoucher.to.message']}
              />
              <Field
                {...{ form }}
                name="giftVoucher.to.sendOn"
                label={texts.sendOn}
                hint={texts.sendOnHint}
                type="date"
                defaultValue={before['giftVoucher.to.sendOn']}
              />
            </>
          )}
        </section>
        <section aria-labelledby="gift-voucher-you">
          <h2 id="gift-voucher-you">{texts.you}</h2>
          {client ? (
            <p>
              {client.clientName} {client.clientSurname}
              <br />
              {client.clientEmail}
            </p>
          ) : (
            <>
              <Field
                {...{ form }}
                name="giftVoucher.from"
                label={texts.me}
                hint={texts.meHint}
                required
                autoComplete="name"
                defaultValue={before['giftVoucher.from']}
              />
              <EmailField {...{ form, texts: pageTexts }} {...(before.email && { defaultValue: before.email })} />
            </>
          )}
        </section>
        <OrderTerms
          payment={
            choice && ways ? (
              <ways.PaymentChoice
                {...choice}
                texts={{ ...choice.texts, transferText: texts.transfer }}
                {...{ locale, step }}
                pageTexts={pageTexts}
                onChoose={(way) => (pay.current = way)}
              />
            ) : (
              <p>{pageTexts.payment}</p>
            )
          }
          texts={{ ...pageTexts, guarantee: '' }}
          {...{ legalLinks }}
        />
        <p className="soft gift-voucher-terms">
          {texts.terms} {texts.withdrawal}
        </p>
      </div>
      <OrderBox {...{ form, texts: pageTexts, cartTexts }} contactHref={legalLinks.contact}>
        <GiftVoucherOverview {...{ value, pageTexts, texts, cartTexts }} forWhom={isGift ? name.trim() : ''} />
      </OrderBox>
    </form>
  );
}

/** Whole euros within the bounds; undefined for anything else. */
function valueOf(text: string, { least, most }: Props['bounds']): number | undefined {
  const [, digits] = /^\s*(\d{1,4})(?:[.,]0{1,2})?\s*€?\s*$/.exec(text) ?? [];
  const euro = Number(digits);
  return digits && euro >= least && euro <= most ? euro : undefined;
}
