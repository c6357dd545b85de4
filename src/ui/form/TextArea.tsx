import type { TextareaHTMLAttributes } from 'react';
import FieldFrame, { type FieldProps } from './FieldFrame.tsx';

type Props = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps>;

/** A field of several lines that grows with its text. */
export default function TextArea({ form, name, label, hint, required, readOnly, describedBy, ...textarea }: Props) {
  return (
    <FieldFrame {...{ form, name, label, hint, required, readOnly, describedBy }}>
      {(attributes) => <textarea readOnly={readOnly} {...textarea} {...attributes} />}
    </FieldFrame>
  );
}
