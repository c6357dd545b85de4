import Field from '#src/ui/form/Field.tsx';
import type { Form } from '#src/ui/form/use-form.ts';
import type { CheckoutTexts } from './checkout-texts.ts';

interface Props {
  form: Form;
  texts: Pick<CheckoutTexts, 'fields' | 'emailHint'>;
  defaultValue?: string;
}

/** The email address of a buyer without an account. */
export default function EmailField({ form, texts, defaultValue }: Props) {
  return (
    <Field
      form={form}
      name="email"
      label={texts.fields.email}
      hint={texts.emailHint}
      required
      type="email"
      autoComplete="email"
      enterKeyHint="next"
      defaultValue={defaultValue}
    />
  );
}
