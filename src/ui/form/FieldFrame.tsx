import type { ReactNode } from 'react';
import type { Form } from './use-form.ts';

export interface FieldProps {
  form: Form;
  /** The field's name in the API. */
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  readOnly?: boolean;
  /** Id of another element that explains the field. */
  describedBy?: string;
}

interface Props extends FieldProps {
  /** Renders the control with these attributes. */
  children: (attributes: {
    id: string;
    name: string;
    required: boolean;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A control with its label, hint and error. */
export default function FieldFrame({
  form,
  name,
  label,
  hint,
  required = false,
  readOnly,
  describedBy,
  children,
}: Props) {
  const id = form.idOf(name);
  const error = form.errors[name];
  const explained = [describedBy, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!required && !readOnly && <span className="soft"> ({form.texts.optional})</span>}
      </label>
      {children({
        id,
        name,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': explained || undefined,
      })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
