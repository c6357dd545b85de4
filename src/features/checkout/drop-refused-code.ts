import { keepCode } from '#src/features/cart/code.store.ts';

/** Another cart, or another delivery method, may use them. */
const LASTING = new Set(['code_minimum', 'code_not_for_these', 'code_no_shipping']);

/** Forgets a code that the answer of the order button refuses for good. Returns why the code takes nothing off. */
export function dropRefusedCode(body: unknown): string | undefined {
  const { cart } = (body ?? {}) as { cart?: { problems: { productId?: number; code: string; detail?: string }[] } };
  const refused = cart?.problems.find(({ productId }) => productId === undefined);
  if (refused && !LASTING.has(refused.code)) keepCode('');
  return refused?.detail;
}
