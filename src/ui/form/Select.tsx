import type { SelectHTMLAttributes } from 'react';
import FieldFrame, { type FieldProps } from './FieldFrame.tsx';

interface Options {
  /** Says that nothing is chosen yet. */
  empty: string;
  options: readonly (readonly [value: string, label: string])[];
}

type Props = FieldProps & Options & Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps>;

/** One of several choices, none of which is taken by itself. */
export default function Select({ form, name, label, hint, required, describedBy, empty, options, ...select }: Props) {
  return (
    <FieldFrame {...{ form, name, label, hint, required, describedBy }}>
      {(attributes) => (
        <select {...select} {...attributes}>
          <option value="">{empty}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
