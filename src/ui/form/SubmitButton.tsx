import type { ReactNode } from 'react';
import type { Form } from './use-form.ts';

interface Props {
  form: Form;
  children: ReactNode;
  className?: string;
}

/** Keeps the focus while the form is on its way; the form itself refuses a second press. */
export default function SubmitButton({ form, children, className = '' }: Props) {
  return (
    <button type="submit" className={`button button-main ${className}`} aria-disabled={form.busy} aria-busy={form.busy}>
      {children}
    </button>
  );
}
