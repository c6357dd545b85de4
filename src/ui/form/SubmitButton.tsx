import type { ButtonHTMLAttributes } from 'react';
import type { Form } from './use-form.ts';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'form'> {
  form: Form;
}

/** Keeps the focus while the form is on its way; the form itself refuses a second press. */
export default function SubmitButton({ form, className = '', ...button }: Props) {
  return <button {...button} type="submit" className={`button button-main ${className}`} aria-disabled={form.busy} aria-busy={form.busy} />;
}
