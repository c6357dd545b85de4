import { useId, useState, type ReactNode } from 'react';
import { MAX_NAME, tidyName } from './list.ts';
import type { ListsTexts } from './lists-texts.ts';

interface Props {
  label: string;
  submit: string;
  /** The name in the field at first. */
  name?: string;
  texts: ListsTexts;
  onName: (name: string) => void;
  takesFocus?: boolean;
  /** Beside the button. */
  children?: ReactNode;
}

/** Asks for the name of a list. */
export default function NameForm({ label, submit, name = '', texts, onName, takesFocus, children }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(name);
  const [isMissing, setIsMissing] = useState(false);
  return (
    <form
      className="lists-name"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const tidy = tidyName(typed);
        setIsMissing(!tidy);
        if (!tidy) return document.getElementById(id)?.focus();
        onName(tidy);
        setTyped(name);
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={typed}
        maxLength={MAX_NAME}
        autoComplete="off"
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-problem` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field replaces the tapped button
        autoFocus={takesFocus}
      />
      <button type="submit" className="button">
        {submit}
      </button>
      {children}
      {isMissing && (
        <p className="cart-problem" id={`${id}-problem`} role="alert">
          {texts.nameMissing}
        </p>
      )}
    </form>
  );
}
