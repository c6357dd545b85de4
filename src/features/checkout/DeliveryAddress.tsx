import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';
import {
  namePattern,
  POSTAL_CODE_PATTERN,
  shortPattern,
  STREET_PATTERN,
} from '#src/features/account/field-patterns.ts';
import { useSplitStreet } from '#src/features/account/use-split-street.ts';
import Field from '#src/ui/form/Field.tsx';
import FieldFrame from '#src/ui/form/FieldFrame.tsx';
import type { Form } from '#src/ui/form/use-form.ts';
import {
  addressLines,
  needsPostNumber,
  PLACES,
  POST_NUMBER_PATTERN,
  STATION_PATTERN,
} from '#src/features/orders/parcel-point.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { ADDRESS_FIELDS, isComplete, linesOf, placeOf, type Address } from './delivery-address.ts';

interface Props {
  form: Form;
  initial: Address;
  /** A choice of the account's further addresses, above the fields. */
  saved?: ReactNode;
  /** Called when the fields appear. */
  onOpen?: () => void;
  texts: Pick<
    CheckoutTexts,
    | 'fields'
    | 'addressTitle'
    | 'change'
    | 'changeAddress'
    | 'germany'
    | 'germanyOnly'
    | 'places'
    | 'stations'
    | 'postNumberHint'
  >;
}

/** Fields of the other kind of address are disabled, so that the form omits them. */
function typedAddress(element: HTMLFormElement): Address {
  const values = new FormData(element);
  return Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, String(values.get(name) ?? '')])) as Address;
}

/**
 * The delivery address: a summary with "change", or its fields when something is missing or wrong, or the buyer edits
 * it.
 */
export default function DeliveryAddress({ form, initial, saved, onOpen, texts }: Props) {
  const [shown, setShown] = useState(initial);
  const [changing, setChanging] = useState(!isComplete(shown));
  const follow = () => setShown(typedAddress(form.attributes.ref.current!));
  const place = placeOf(shown);
  // The fields first contain the draft of an earlier visit. Another kind of address enables fields that were omitted
  // before.
  useEffect(follow, [place, form.attributes.ref]);
  const isRefused = ADDRESS_FIELDS.some((name) => form.errors[name]);
  // The fields stay open while the buyer corrects them, although the first typed letter removes the error.
  useEffect(() => {
    if (isRefused) setChanging(true);
  }, [isRefused]);
  useSplitStreet(form.attributes.ref);
  const isOpen = changing || isRefused;
  useEffect(() => {
    if (isOpen) onOpen?.();
    // oxlint-disable-next-line react/exhaustive-deps -- a rendering does not open the fields
  }, [isOpen]);
  const fields = useRef<HTMLDivElement>(null);
  const [isTapped, setTapped] = useState(false);
  // The tapped button is gone, and with it the focus.
  useEffect(() => {
    if (isTapped) fields.current?.querySelector('select')?.focus();
  }, [isTapped]);
  const change = () => {
    setChanging(true);
    setTapped(true);
  };
  const isHome = place === 'home';
  const field = (name: keyof Address) => ({
    form,
    enterKeyHint: 'next' as const,
    name,
    label: texts.fields[name],
    defaultValue: initial[name],
  });
  return (
    <section className="checkout-address" aria-labelledby="checkout-address" onInput={follow}>
      <h2 id="checkout-address">{texts.addressTitle}</h2>
      {!isOpen && (
        <div className="checkout-address-summary">
          <address>
            {addressLines(linesOf(shown)).map((line, at) => (
              <Fragment key={at}>
                {at > 0 && <br />}
                {line}
              </Fragment>
            ))}
            , {texts.germany}
          </address>
          <button type="button" className="link" aria-label={texts.changeAddress} onClick={change}>
            {texts.change}
          </button>
        </div>
      )}
      <div className="checkout-address-fields" hidden={!isOpen} ref={fields}>
        {saved}
        <FieldFrame form={form} name="place" label={texts.fields.place} required>
          {(attributes) => (
            <select {...attributes} defaultValue={initial.place} autoComplete="off">
              {PLACES.map((name) => (
                <option key={name} value={name}>
                  {texts.places[name]}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <Field {...field('name')} required autoComplete="shipping name" pattern={namePattern(121)} />
        <div className="checkout-address-fields" hidden={!isHome}>
          <div className="form-row form-row-long">
            <Field
              {...field('address')}
              required={isHome}
              disabled={!isHome}
              pattern={STREET_PATTERN}
              autoComplete="shipping address-line1"
            />
            <Field
              {...field('number')}
              required={isHome}
              disabled={!isHome}
              pattern={shortPattern(20)}
              autoComplete="on" // no token means a house number
            />
          </div>
          <Field
            {...field('additional_address')}
            disabled={!isHome}
            pattern={shortPattern(120)}
            autoComplete="shipping address-line2"
          />
        </div>
        <div className="checkout-address-fields" hidden={isHome}>
          <Field
            {...field('post_number')}
            hint={texts.postNumberHint}
            required={needsPostNumber(place)}
            disabled={isHome}
            inputMode="numeric"
            pattern={POST_NUMBER_PATTERN}
            autoComplete="off"
          />
          <Field
            {...field('station')}
            label={isHome ? texts.fields.station : texts.stations[place]}
            required={!isHome}
            disabled={isHome}
            inputMode="numeric"
            pattern={STATION_PATTERN}
            autoComplete="off"
          />
        </div>
        <div className="form-row form-row-short">
          <Field
            {...field('postal_code')}
            required
            inputMode="numeric"
            pattern={POSTAL_CODE_PATTERN}
            autoComplete="shipping postal-code"
          />
          <Field
            {...field('city')}
            required
            autoComplete="shipping address-level2"
            enterKeyHint="done"
            pattern={namePattern(80)}
          />
        </div>
        <Field
          form={form}
          name="country"
          label={texts.fields.country}
          required
          readOnly
          value={texts.germany}
          hint={texts.germanyOnly}
        />
      </div>
    </section>
  );
}
