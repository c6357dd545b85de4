import { useEffect, type RefObject } from 'react';
import { controlsOf, type Values } from '#src/ui/form/form-errors.ts';
import type { StoredClient } from './client.ts';
import { onClientChange, readClient } from './stored-client.ts';

/**
 * Fills in what the browser knows of the person who is signed in, where nothing was typed yet; once that person has
 * signed out it goes again.
 */
export function useKnownClient(form: RefObject<HTMLFormElement | null>, valuesOf: (client: StoredClient) => Values): void {
  useEffect(() => {
    let known: Values = {};
    const follow = () => {
      if (!form.current) return;
      const client = readClient();
      const values = client ? valuesOf(client) : {};
      for (const control of controlsOf(form.current)) {
        const { name } = control;
        if ((name in known || name in values) && control.value === (known[name] ?? '')) control.value = values[name] ?? '';
      }
      known = values;
    };
    follow();
    onClientChange(follow);
  }, []);
}
