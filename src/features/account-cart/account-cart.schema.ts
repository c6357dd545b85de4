import { z } from 'zod';
import { MAX_LINES, MAX_UNITS } from '#src/features/cart/cart.ts';

const quantity = z.int().min(1).max(MAX_UNITS);
/** PostgreSQL knows no larger number of a product. */
const productId = z
  .int()
  .positive()
  .max(2 ** 31 - 1);
const id = z.string().regex(/^[\w-]{8,40}$/);

const lines = z.array(
  z.object({
    productId,
    quantity,
    price: z.number().min(0).max(1_000_000).optional().meta({ description: 'EUR that the shopper saw for a unit' }),
  }),
);
const units = z.array(z.object({ productId, quantity })).max(MAX_LINES);

/** What a browser may have sent without receiving the answer; it sends the latest of them again. */
const MAX_SENT = 3;

export const accountCartInputSchema = z
  .object({
    id: id.meta({ description: 'Random, new for each call' }),
    lines: lines.max(MAX_LINES).meta({ description: 'The cart of this device' }),
    base: units.optional().meta({ description: 'The cart of the last answer; absent before the first' }),
    sent: z
      .array(z.object({ id, lines: units }))
      .max(MAX_SENT)
      .optional()
      .meta({ description: 'Calls after it that were not answered, newest first' }),
    languageLocale: z.string().optional(),
  })
  .meta({ id: 'AccountCartInput' });

export const accountCartSchema = z
  .object({
    version: z.int().meta({ description: 'Grows with each change' }),
    lines,
    leftOut: z.int().optional().meta({ description: 'Number of products for which the cart had no room' }),
    leftOutLines: lines
      .optional()
      .meta({ description: 'These products. The account forgets them, so that a device keeps them elsewhere' }),
  })
  .meta({ id: 'AccountCart' });
