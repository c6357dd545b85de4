/** What shop.yaml says about reviews by buyers, and about gift vouchers. */
import { z } from 'zod';

export const reviewsSchema = z
  .strictObject({
    offered: z.boolean('is not true or false').default(false),
    askAfterDays: z.int('is not a whole number of days. Example: 7').min(1).max(60).default(7),
  })
  .prefault({});

const yes = z.boolean('is not true or false').default(false);

export const vouchersSchema = z
  .strictObject({ offered: yes, sold: yes })
  .refine(({ offered, sold }) => offered || !sold, { path: ['sold'], message: 'needs vouchers.offered: true' })
  .prefault({});
