import type { InputHTMLAttributes } from 'react';
import FieldFrame, { type FieldProps } from './FieldFrame.tsx';

type Props = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>;

/** A field of one line. It is uncontrolled, so that text typed before React hydrates is not lost. */
export default function Field({ form, name, label, hint, required, readOnly, describedBy, ...input }: Props) {
  return (
    <FieldFrame {...{ form, name, label, hint, required, readOnly, describedBy }}>
      {(attributes) => <input type="text" readOnly={readOnly} {...input} {...attributes} />}
    </FieldFrame>
  );
}
