import type { SelectHTMLAttributes } from 'react';
import FieldFrame, { type FieldProps } from './FieldFrame.tsx';

interface Options {
  /** Label of the empty option. */
  empty: string;
  options: readonly (readonly [value: string, label: string])[];
}

type Props = FieldProps & Options & Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps>;

/** A list of choices without a default. */
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
