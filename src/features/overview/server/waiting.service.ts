import { countUnpublished } from '#src/features/editing/server/sources.repository.ts';
import { countReadyToPack } from '#src/features/orders/server/packing.loader.ts';
import { countTransferWork } from '#src/features/transfers/server/transfer.repository.ts';
import type { Context } from '#src/server/context.ts';
import { countMailsGivenUp, countOpenMessages, findOpenWithdrawals } from './owner-digest.repository.ts';

/** How much waits in the desk's sections, for its navigation. */
export async function countWaiting({ db: { read } }: Context) {
  const [packing, withdrawals, messages, publish, mails, transfers] = await Promise.all([
    countReadyToPack(read),
    findOpenWithdrawals(read),
    countOpenMessages(read),
    countUnpublished(read),
    countMailsGivenUp(read),
    countTransferWork(read),
  ]);
  return {
    withdrawals: withdrawals.length,
    ...{ packing, messages, publish, mails, transfers },
  };
}
