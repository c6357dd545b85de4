import type { ComponentProps } from 'react';
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
  values?: ClientData | undefined;
}

type PersonFieldProps = Props & { name: keyof ClientData } & Omit<
    ComponentProps<typeof Field>,
    'form' | 'name' | 'label'
  >;

/** A field of a person's data, with its label and stored value. */
export const PersonField = ({ form, texts, values, ...field }: PersonFieldProps) => (
  <Field form={form} label={texts.fields[field.name]} defaultValue={values?.[field.name]} {...field} />
);

export const NameFields = (person: Props) => (
  <div className="form-row">
    <PersonField {...person} name="name" autoComplete="given-name" required />
    <PersonField {...person} name="lastname" autoComplete="family-name" required />
  </div>
);

interface AddressProps extends Props {
  /** The country's name; the field is read-only. */
  country: string;
  countryHint: string;
}

export function AddressFields({ country, countryHint, ...person }: AddressProps) {
  const isGerman = (person.values?.country ?? 'DE') === 'DE';
  useSplitStreet(person.form.attributes.ref);
  return (
    <>
      <div className="form-row form-row-long">
        <PersonField {...person} name="address" autoComplete="address-line1" pattern={STREET_PATTERN} required />
        <PersonField
          {...person}
          name="number"
          autoComplete="on" // no token means a house number
          pattern={shortPattern(20)}
          required
        />
      </div>
      <PersonField {...person} name="additional_address" autoComplete="address-line2" pattern={shortPattern(120)} />
      <div className="form-row form-row-short">
        <PersonField
          {...person}
          name="postal_code"
          autoComplete="postal-code"
          inputMode={isGerman ? 'numeric' : undefined}
          pattern={isGerman ? POSTAL_CODE_PATTERN : undefined}
          required
        />
        <PersonField {...person} name="city" autoComplete="address-level2" pattern={namePattern(80)} required />
      </div>
      <PersonField
        {...person}
        name="country"
        autoComplete="country-name"
        defaultValue={country}
        hint={countryHint}
        readOnly
      />
    </>
  );
}
