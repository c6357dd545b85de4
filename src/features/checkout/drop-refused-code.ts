import { keepCode } from '#src/features/cart/code.store.ts';

/** Others may be usable later: in another cart, or when other buyers have not paid. */
const FINAL = new Set(['code_unknown', 'code_expired']);

/** Forgets a code that the answer of the order button refuses for good. Returns why the code takes nothing off. */
export function dropRefusedCode(body: unknown): string | undefined {
  const { cart } = (body ?? {}) as { cart?: { problems: { productId?: number; code: string; detail?: string }[] } };
  const refused = cart?.problems.find(({ productId }) => productId === undefined);
  if (refused && FINAL.has(refused.code)) keepCode('');
  return refused?.detail;
}
