import Field from '#src/ui/form/Field.tsx';
import type { Form } from '#src/ui/form/use-form.ts';
import type { CheckoutTexts } from './checkout-texts.ts';

interface Props {
  form: Form;
  texts: Pick<CheckoutTexts, 'fields' | 'guestTitle' | 'emailHint'>;
}

/** The top of the order form of somebody without an account. */
export default function GuestEmail({ form, texts }: Props) {
  return (
    <section>
      <h2>{texts.guestTitle}</h2>
      <Field
        form={form}
        name="email"
        label={texts.fields.email}
        hint={texts.emailHint}
        required
        type="email"
        autoComplete="email"
        maxLength={254}
      />
    </section>
  );
}
