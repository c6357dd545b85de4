import type { ButtonHTMLAttributes } from 'react';
import type { Form } from './use-form.ts';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'form'> {
  form: Form;
}

/** Not `disabled` while sending, so that it keeps the focus; the form ignores a second press. */
export default function SubmitButton({ form, className = '', ...button }: Props) {
  return (
    <button
      {...button}
      type="submit"
      className={`button button-main ${className}`}
      aria-disabled={form.busy}
      aria-busy={form.busy}
    />
  );
}
