import { useEffect, type RefObject } from 'react';
import { withOwnNumber } from './street.ts';

/**
 * Moves the house number from the street's field into its own field. Browsers fill in both as one text, because
 * `autocomplete` has no token for a house number. `prefix`: of the fields' names.
 */
export function useSplitStreet(form: RefObject<HTMLFormElement | null>, prefix = ''): void {
  useEffect(() => {
    const element = form.current!;
    const [street, houseNumber] = [`${prefix}address`, `${prefix}number`];
    const split = () => {
      const { [street]: address, [houseNumber]: number } = element.elements as unknown as Record<
        string,
        HTMLInputElement
      >;
      if (!address || !number || address.disabled) return;
      const typed = { address: address.value, number: number.value };
      const parts = withOwnNumber(typed);
      if (parts === typed) return;
      address.value = parts.address;
      number.value = parts.number;
      for (const field of [address, number]) field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    // A number must not appear in the field in which its buyer is about to type it. The focus moves after these events.
    const splitLater = ({ target }: Event) => {
      const { name } = target as HTMLInputElement;
      if (name !== street && name !== houseNumber) return;
      setTimeout(() => {
        if (![street, houseNumber].includes((document.activeElement as HTMLInputElement | null)?.name ?? '')) split();
      });
    };
    // Autofill fires no `focusout`, and an unchanged field fires no `change`.
    const listened = ['change', 'focusout'] as const;
    for (const event of listened) element.addEventListener(event, splitLater);
    // Before `useForm` reads the fields: React listens further up.
    element.addEventListener('submit', split);
    return () => {
      for (const event of listened) element.removeEventListener(event, splitLater);
      element.removeEventListener('submit', split);
    };
  }, [form, prefix]);
}
