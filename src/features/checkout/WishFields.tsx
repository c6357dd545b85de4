import { useEffect, useRef, useState } from 'react';
import BillingFields from '#src/features/account/BillingFields.tsx';
import type { BillingAddress } from '#src/features/account/billing-address.ts';
import type { StoredClient } from '#src/features/account/client.ts';
import type checkoutTexts from '#locales/en-US/checkout.json';
import type { Locale } from '#src/i18n/locales.ts';
import { restoreDraft } from '#src/ui/form/draft.ts';
import Field from '#src/ui/form/Field.tsx';
import TextArea from '#src/ui/form/TextArea.tsx';
import type { FormTexts } from '#src/ui/form/form-texts.ts';
import type { Form } from '#src/ui/form/use-form.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { BILLING } from './order-wishes.ts';
import SavedAddresses from './SavedAddresses.tsx';

type Texts = typeof checkoutTexts;
type WishTexts = Texts['wishes'];

const TEXTS = import.meta.glob<WishTexts>('/locales/*/checkout.json', { import: 'wishes', eager: true });
const textsIn = (locale: Locale): WishTexts => TEXTS[`/locales/${locale}/checkout.json`]!;

export { SavedAddresses };

export const savedTexts = (locale: Locale): Pick<WishTexts, 'saved' | 'chooseSaved'> => textsIn(locale);

/** The errors of the fields, by name. Both addresses share the errors of street, number and city. */
export function wishProblems(locale: Locale, shared: FormTexts['fields']): Record<string, string> {
  const { problems } = textsIn(locale);
  return {
    ...Object.fromEntries(Object.entries(shared).map(([name, problem]) => [BILLING + name, problem])),
    ...Object.fromEntries(
      (['name', 'company', 'vat_id', 'postal_code'] as const).map((name) => [BILLING + name, problems[name]]),
    ),
    ...{ reference: problems.reference, note: problems.note, 'gift.message': problems.note },
  };
}

interface Props {
  form: Form;
  locale: Locale;
  /** Name of the form's draft. */
  draft: string;
  /** The labels of the delivery address. */
  labels: CheckoutTexts['fields'];
  /** Opened by a tap just now. */
  isOpened: boolean;
  /** undefined: the fields cannot be removed. */
  onRemove: (() => void) | undefined;
}

/** Restores the draft of fields that appear later than the form; the first one takes the focus of the tapped link. */
function useOpened({ form, draft, isOpened }: Pick<Props, 'form' | 'draft' | 'isOpened'>) {
  const ref = useRef<HTMLDivElement>(null);
  const element = form.attributes.ref;
  useEffect(() => {
    restoreDraft(element.current!, draft);
    if (isOpened) ref.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the fields appear
  }, []);
  return ref;
}

/** The account's own name and address. */
const ownAddress = ({ clientName, clientSurname, ...client }: StoredClient): BillingAddress => ({
  name: `${clientName} ${clientSurname}`.trim(),
  address: client.clientAddress,
  number: client.clientNumber,
  additional_address: client.clientAdditionalAddress,
  postal_code: client.clientPostalCode,
  city: client.clientCity,
  country: client.clientCountry,
});

/** What a guest typed as the delivery address before choosing to collect the order. */
function deliveryAddress(form: HTMLFormElement): Partial<BillingAddress> {
  const valueOf = (name: string) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : '';
  };
  const name = valueOf('name');
  // The address of a parcel station is nobody's own.
  if (valueOf('place') !== 'home') return { name };
  const lines = ['address', 'number', 'additional_address', 'postal_code', 'city'];
  return { name, ...Object.fromEntries(lines.map((line) => [line, valueOf(line)])) };
}

/** The invoice address and the buyer's own reference. */
export function InvoiceFields({
  client,
  isGuest,
  ...props
}: Props & { client: StoredClient | undefined; isGuest: boolean }) {
  const { form, locale, labels, onRemove } = props;
  const ref = useOpened(props);
  const texts = textsIn(locale);
  const fields = { ...labels, ...texts.fields };
  const [typed] = useState(() => (onRemove ? undefined : deliveryAddress(form.attributes.ref.current!)));
  return (
    <div className="checkout-address-fields" ref={ref} role="group" aria-labelledby="checkout-billing">
      <div className="checkout-wish-head">
        <h2 id="checkout-billing">{texts.billingTitle}</h2>
        {onRemove && (
          <button type="button" className="link" aria-label={texts.removeBilling} onClick={onRemove}>
            {texts.remove}
          </button>
        )}
      </div>
      {!isGuest && <SavedAddresses form={form} texts={texts} prefix={BILLING} />}
      <BillingFields
        {...{ form, locale }}
        texts={{ fields, vatHint: texts.vatHint }}
        values={client ? ownAddress(client) : typed}
        prefix={BILLING}
        section="billing"
      />
      <Field
        form={form}
        name="reference"
        label={texts.fields.reference}
        hint={texts.referenceHint}
        autoComplete="off"
        pattern="\s*.{0,60}\s*"
      />
    </div>
  );
}

/** A note to the shop, and what a present needs. `mayBill`: the link to an invoice address follows. */
export function NoteFields({ mayBill, ...props }: Props & { mayBill: boolean }) {
  const { form, locale, onRemove } = props;
  const [isGift, setIsGift] = useState(false);
  const ref = useOpened(props);
  const texts = textsIn(locale);
  return (
    <div className="checkout-address-fields" ref={ref} role="group" aria-labelledby="checkout-note">
      <div className="checkout-wish-head">
        <h2 id="checkout-note">{texts.noteTitle}</h2>
        <button type="button" className="link" aria-label={texts.removeNote} onClick={onRemove}>
          {texts.remove}
        </button>
      </div>
      <TextArea form={form} name="note" label={texts.fields.note} hint={texts.noteHint} rows={2} />
      <div className="checkout-check">
        <input
          id={form.idOf('gift')}
          type="checkbox"
          name="gift"
          aria-describedby={form.idOf('gift-hint')}
          onChange={(event) => setIsGift(event.target.checked)}
        />
        <label htmlFor={form.idOf('gift')}>{texts.fields.gift}</label>
      </div>
      {isGift && <Greeting {...props} />}
      <p className="field-hint" id={form.idOf('gift-hint')} hidden={!isGift}>
        {texts.giftHint}
      </p>
      {isGift && mayBill && <p>{texts.giftBilling}</p>}
    </div>
  );
}

function Greeting(props: Props) {
  const { form, locale } = props;
  const ref = useOpened({ ...props, isOpened: false });
  const texts = textsIn(locale);
  return (
    <div ref={ref}>
      <TextArea form={form} name="gift.message" label={texts.fields.message} hint={texts.messageHint} rows={2} />
    </div>
  );
}
