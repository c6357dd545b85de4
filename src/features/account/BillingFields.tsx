import { useState } from 'react';
import type { Locale } from '#src/i18n/locales.ts';
import Field from '#src/ui/form/Field.tsx';
import FieldFrame from '#src/ui/form/FieldFrame.tsx';
import type { Form } from '#src/ui/form/use-form.ts';
import type { BillingAddress } from './billing-address.ts';
import { countriesIn } from './countries.ts';
import { namePattern, POSTAL_CODE_PATTERN, shortPattern, STREET_PATTERN } from './field-patterns.ts';
import { useSplitStreet } from './use-split-street.ts';

type BillingField = keyof Omit<BillingAddress, 'vatId'> | 'vat_id';

interface Props {
  form: Form;
  locale: Locale;
  texts: { fields: Record<BillingField, string>; vatHint: string };
  /** The values to begin with. */
  values?: Partial<BillingAddress> | undefined;
  /** The beginning of the fields' names, such as `billing.`. */
  prefix?: string;
  /** The first word of the fields' `autocomplete`. */
  section?: string;
}

/** The fields of a person or a company anywhere in the world. */
export default function BillingFields({ form, locale, texts, values = {}, prefix = '', section = '' }: Props) {
  const [country, setCountry] = useState(values.country ?? 'DE');
  const [countries] = useState(() => countriesIn(locale));
  const isGerman = country === 'DE';
  useSplitStreet(form.attributes.ref, prefix);
  const autoComplete = (token: string) => `${section} ${token}`.trim();
  const field = (name: Exclude<BillingField, 'vat_id' | 'country'>) => ({
    form,
    enterKeyHint: 'next' as const,
    name: prefix + name,
    label: texts.fields[name],
    defaultValue: values[name] ?? '',
  });
  return (
    <>
      <Field {...field('name')} required autoComplete={autoComplete('name')} pattern={namePattern(121)} />
      <Field {...field('company')} autoComplete={autoComplete('organization')} pattern={shortPattern(120)} />
      <Field
        form={form}
        name={`${prefix}vat_id`}
        label={texts.fields.vat_id}
        hint={texts.vatHint}
        defaultValue={values.vatId ?? ''}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        pattern={shortPattern(30)}
      />
      <div className="form-row form-row-long">
        <Field {...field('address')} required autoComplete={autoComplete('address-line1')} pattern={STREET_PATTERN} />
        <Field
          {...field('number')}
          required
          autoComplete="on" // no token means a house number
          pattern={shortPattern(20)}
        />
      </div>
      <Field
        {...field('additional_address')}
        autoComplete={autoComplete('address-line2')}
        pattern={shortPattern(120)}
      />
      <div className="form-row form-row-short">
        <Field
          {...field('postal_code')}
          required
          inputMode={isGerman ? 'numeric' : undefined}
          autoComplete={autoComplete('postal-code')}
          pattern={isGerman ? POSTAL_CODE_PATTERN : shortPattern(12)}
        />
        <Field {...field('city')} required autoComplete={autoComplete('address-level2')} pattern={namePattern(80)} />
      </div>
      <FieldFrame form={form} name={`${prefix}country`} label={texts.fields.country} required>
        {(attributes) => (
          <select
            {...attributes}
            defaultValue={country}
            autoComplete={autoComplete('country')}
            onInput={(event) => setCountry(event.currentTarget.value)}
          >
            {countries.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
    </>
  );
}
