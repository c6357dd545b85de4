import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { requireSite } from '#src/site/site-record.ts';
import { clientFolder, SITE_DIST } from '../../support/shops/site.ts';

// Without the scripts of earlier builds, which stay for pages that are still open.
const scripts = Object.entries(requireSite(SITE_DIST).files)
  .filter(([name, { leftAt }]) => /^_astro\/.*\.js$/.test(name) && !leftAt)
  .map(([name]) => ({ name: path.basename(name), code: readFileSync(path.join(clientFolder(), name), 'utf8') }));
const having = (text: string) => scripts.filter(({ code }) => code.includes(text)).map(({ name }) => name);

describe('React in the browser', () => {
  it('is one file, which all islands share', () => {
    // Only react-dom/client contains this option of createRoot.
    expect(having('onRecoverableError')).toHaveLength(1);
    expect(scripts.filter(({ name }) => /^(CheckoutCart|LoginForm)\./.test(name))).toHaveLength(2);
  });

  it('is the production build without development code', () => {
    for (const text of ['React DevTools', 'Invalid hook call', 'validateDOMNesting'])
      expect(having(text), text).toEqual([]);
  });
});
