/** What shop.yaml says about reviews by buyers, and about gift vouchers. */
import { z } from 'zod';
import { wholeDays, yesOrNo } from './kinds.ts';

export const reviewsSchema = z
  .strictObject({ offered: yesOrNo, askAfterDays: wholeDays(1, 60, 7).default(7) })
  .prefault({});

export const vouchersSchema = z
  .strictObject({ offered: yesOrNo, sold: yesOrNo })
  .refine(({ offered, sold }) => offered || !sold, { path: ['sold'], message: 'needs vouchers.offered: true' })
  .prefault({});
