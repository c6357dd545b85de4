import { countUnpublished } from '#src/features/editing/server/sources.repository.ts';
import { countReadyToPack } from '#src/features/orders/server/packing.loader.ts';
import { countTransferWork } from '#src/features/transfers/server/transfer.repository.ts';
import { countWaitingReviews } from '#src/features/reviews/server/review-desk.repository.ts';
import type { Context } from '#src/server/context.ts';
import { findOpenCases } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { countMailsGivenUp, countOpenMessages } from './waiting.repository.ts';

/** How much waits in the desk's sections, for its navigation. */
export async function countWaiting({ db: { read }, shop }: Context) {
  const [packing, withdrawals, messages, publish, mails, transfers, reviews] = await Promise.all([
    countReadyToPack(read),
    findOpenCases(read),
    countOpenMessages(read),
    countUnpublished(read),
    countMailsGivenUp(read),
    countTransferWork(read),
    shop.reviews.offered ? countWaitingReviews(read) : 0,
  ]);
  return {
    withdrawals: withdrawals.length,
    ...{ packing, messages, publish, mails, transfers, reviews },
  };
}
