import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientFolder } from '../../support/site.ts';

const folder = path.join(clientFolder(), '_astro');
const scripts = readdirSync(folder)
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, code: readFileSync(path.join(folder, name), 'utf8') }));
const having = (text: string) => scripts.filter(({ code }) => code.includes(text)).map(({ name }) => name);

describe('React in the browser', () => {
  it('is one file, which all islands share', () => {
    // The words of a root that cannot be made stand in react-dom/client only.
    expect(having('onRecoverableError')).toHaveLength(1);
    expect(scripts.filter(({ name }) => /^(CheckoutCart|islands)\./.test(name))).toHaveLength(2);
  });

  it('is the production build: nothing in it is for developers', () => {
    for (const text of ['React DevTools', 'Invalid hook call', 'validateDOMNesting']) expect(having(text), text).toEqual([]);
  });
});
