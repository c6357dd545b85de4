import { useEffect, type RefObject } from 'react';
import { splitStreet } from './street.ts';

/**
 * Moves the house number from the street's field into its own empty field. Browsers fill in both as one text, because
 * `autocomplete` has no token for a house number.
 */
export function useSplitStreet(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    // React's onChange comes with each key; the DOM's `change` comes after autofill and when the field is left.
    const split = ({ target }: Event) => {
      const { address, number } = form.current!.elements as unknown as Record<string, HTMLInputElement>;
      if (!address || !number || target !== address || number.value.trim() !== '') return;
      const parts = splitStreet(address.value);
      if (!parts) return;
      address.value = parts.street;
      number.value = parts.number;
      for (const field of [address, number]) field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    const element = form.current!;
    element.addEventListener('change', split);
    return () => element.removeEventListener('change', split);
  }, []);
}
