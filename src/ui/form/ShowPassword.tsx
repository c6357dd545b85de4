import { useEffect, useRef } from 'react';
import type { Form } from './use-form.ts';

interface Props {
  form: Form;
  shown: boolean;
  onChange: (shown: boolean) => void;
}

export default function ShowPassword({ form, shown, onChange }: Props) {
  const id = form.idOf('show');
  const box = useRef<HTMLInputElement>(null);
  // The visitor may have ticked the box before React hydrated it.
  useEffect(() => onChange(box.current!.checked), [onChange]);
  return (
    <div className="check">
      <input ref={box} id={id} type="checkbox" checked={shown} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id}>{form.texts.showPassword}</label>
    </div>
  );
}
