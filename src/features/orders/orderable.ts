import type { PricedCart } from '#src/features/cart/priced-cart.ts';

const BLOCKING = new Set(['sold_out', 'sale_locked', 'age_restricted', 'max_units', 'unknown']);

/** The lines that the total includes. */
export const orderableLines = ({ lines, problems }: PricedCart) =>
  lines.filter(
    ({ productId }) => !problems.some((problem) => problem.productId === productId && BLOCKING.has(problem.code)),
  );

/** Whether the server would refuse to sell a line. A changed price does not block an order. */
export const hasBlockingProblem = ({ problems }: PricedCart): boolean =>
  problems.some(({ code }) => BLOCKING.has(code));

export const toCheckoutLines = ({ lines }: PricedCart) =>
  lines.map(({ productId, quantity }) => ({ productId, quantity }));
