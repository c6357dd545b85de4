import { expect, it, vi } from 'vitest';
import { dropRefusedCode } from '#src/features/checkout/drop-refused-code.ts';
import { $code, keepCode } from '#src/features/cart/code.store.ts';

it.each([
  ['code_unknown', ''],
  ['code_expired', ''],
  ['code_used_up', 'AGUA-10'],
  ['code_minimum', 'AGUA-10'],
])('a code that the order button refuses as %s leaves the browser the code "%s"', (code, kept) => {
  vi.stubGlobal('document', { cookie: '' });
  keepCode('AGUA-10');
  expect(dropRefusedCode({ cart: { problems: [{ code, detail: 'Why.' }] } })).toBe('Why.');
  expect($code.get()).toBe(kept);
  vi.unstubAllGlobals();
});
