import Field from '#src/ui/form/Field.tsx';
import type { Form } from '#src/ui/form/use-form.ts';
import type { AccountFormTexts } from './account-texts.ts';
import type { ClientData } from './client.ts';
import { namePattern, POSTAL_CODE_PATTERN, shortPattern, STREET_PATTERN } from './field-patterns.ts';
import { useSplitStreet } from './use-split-street.ts';

interface Props {
  form: Form;
  texts: AccountFormTexts;
  /** The stored data. */
  values?: ClientData;
}

export function NameFields({ form, texts, values }: Props) {
  return (
    <div className="form-row">
      <Field
        form={form}
        name="name"
        label={texts.fields.name}
        autoComplete="given-name"
        defaultValue={values?.name}
        required
      />
      <Field
        form={form}
        name="lastname"
        label={texts.fields.lastname}
        autoComplete="family-name"
        defaultValue={values?.lastname}
        required
      />
    </div>
  );
}

interface AddressProps extends Props {
  /** The country's name; the field is read-only. */
  country: string;
  countryHint: string;
}

export function AddressFields({ form, texts, values, country, countryHint }: AddressProps) {
  const isGerman = (values?.country ?? 'DE') === 'DE';
  useSplitStreet(form.attributes.ref);
  return (
    <>
      <div className="form-row form-row-long">
        <Field
          form={form}
          name="address"
          label={texts.fields.address}
          autoComplete="address-line1"
          pattern={STREET_PATTERN}
          defaultValue={values?.address}
          required
        />
        <Field
          form={form}
          name="number"
          label={texts.fields.number}
          pattern={shortPattern(20)}
          defaultValue={values?.number}
          required
        />
      </div>
      <Field
        form={form}
        name="additional_address"
        label={texts.fields.additional_address}
        autoComplete="address-line2"
        pattern={shortPattern(120)}
        defaultValue={values?.additional_address}
      />
      <div className="form-row form-row-short">
        <Field
          form={form}
          name="postal_code"
          label={texts.fields.postal_code}
          autoComplete="postal-code"
          inputMode={isGerman ? 'numeric' : undefined}
          pattern={isGerman ? POSTAL_CODE_PATTERN : undefined}
          defaultValue={values?.postal_code}
          required
        />
        <Field
          form={form}
          name="city"
          label={texts.fields.city}
          autoComplete="address-level2"
          pattern={namePattern(80)}
          defaultValue={values?.city}
          required
        />
      </div>
      <Field
        form={form}
        name="country"
        label={texts.fields.country}
        autoComplete="country-name"
        defaultValue={country}
        hint={countryHint}
        readOnly
      />
    </>
  );
}
