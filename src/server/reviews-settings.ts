/** What shop.yaml says about reviews by buyers. */
import { z } from 'zod';

export const reviewsSchema = z
  .strictObject({
    offered: z.boolean('is not true or false').default(false),
    askAfterDays: z.int('is not a whole number of days. Example: 7').min(1).max(60).default(7),
  })
  .prefault({});
