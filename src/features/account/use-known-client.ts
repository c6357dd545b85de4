import { useEffect, type RefObject } from 'react';
import { controlsOf, type Values } from '#src/ui/form/form-errors.ts';
import type { StoredClient } from './client.ts';
import { onClientChange, readClient } from './stored-client.ts';

/**
 * Fills empty fields with the data of the signed-in client. After that client signed out, removes the filled-in values
 * that were not edited.
 */
export function useKnownClient(
  form: RefObject<HTMLFormElement | null>,
  valuesOf: (client: StoredClient) => Values,
): void {
  useEffect(() => {
    let known: Values = {};
    const follow = () => {
      if (!form.current) return;
      const client = readClient();
      const values = client ? valuesOf(client) : {};
      for (const control of controlsOf(form.current)) {
        const { name } = control;
        if ((name in known || name in values) && control.value === (known[name] ?? ''))
          control.value = values[name] ?? '';
      }
      known = values;
      // The draft must not keep the data of a client who has signed out.
      if (!client) form.current.dispatchEvent(new Event('input', { bubbles: true }));
    };
    follow();
    onClientChange(follow);
    // oxlint-disable-next-line react/exhaustive-deps -- listens once; `valuesOf` reads nothing that a rendering changes
  }, []);
}
