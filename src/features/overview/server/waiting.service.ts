import { countUnpublished } from '#src/features/editing/server/sources.repository.ts';
import { countUndelivered } from '#src/features/orders/server/packing.loader.ts';
import { countTransferWork } from '#src/features/transfers/server/transfer.repository.ts';
import type { Context } from '#src/server/context.ts';
import { countMailsGivenUp, countOpenMessages, findOpenWithdrawals } from './owner-digest.repository.ts';

/** How much waits in the desk's sections, for its navigation. */
export async function countWaiting({ db: { read } }: Context) {
  const [undelivered, withdrawals, messages, publish, mails, transfers] = await Promise.all([
    countUndelivered(read),
    findOpenWithdrawals(read),
    countOpenMessages(read),
    countUnpublished(read),
    countMailsGivenUp(read),
    countTransferWork(read),
  ]);
  return {
    packing: undelivered.in_separation.count,
    withdrawals: withdrawals.length,
    ...{ messages, publish, mails, transfers },
  };
}
