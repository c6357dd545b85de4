import { useState } from 'react';
import type { CheckoutTexts } from '#src/features/checkout/checkout-texts.ts';
import { addressProblems, defaultsOf, fieldTexts, toApiAddress } from '#src/features/checkout/delivery-address.ts';
import DeliveryAddress from '#src/features/checkout/DeliveryAddress.tsx';
import type { Locale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import Done from '#src/ui/form/Done.tsx';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

interface Props {
  locale: Locale;
  orderNumber: string;
  /** The key in the page's address; empty for a customer and in the browser that bought. */
  orderKey: string;
  /** The recipient so far. */
  name: string;
  texts: CheckoutTexts & { submit: string };
}

const GERMANY = 'DE';

/** The buyer asks to get the parcel elsewhere. */
export default function AddressChangeForm({ locale, orderNumber, orderKey, name, texts }: Props) {
  const [answer, setAnswer] = useState('');
  const form = useForm<{ detail: string }>({
    texts: fieldTexts(texts),
    check: (values) => addressProblems(values, texts),
    draft: `address-${orderNumber}`,
    send: (values) =>
      postJson(api.addressChange(orderNumber), {
        shipping: { ...toApiAddress(values), country: GERMANY },
        key: orderKey,
        languageLocale: locale,
      }),
    onDone: ({ detail }) => setAnswer(detail),
  });
  if (answer)
    return (
      <Done>
        <p>{answer}</p>
      </Done>
    );
  return (
    <form {...form.attributes}>
      <FormProblem form={form} />
      <DeliveryAddress form={form} initial={{ ...defaultsOf(undefined), name }} texts={texts} />
      <SubmitButton form={form}>{texts.submit}</SubmitButton>
    </form>
  );
}
