import { Command } from 'commander';
import { listWithdrawals } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { wholeNumber } from './whole-number.ts';
import { withContext } from '#src/server/with-context.ts';

// Customers' text is not trusted, so control characters must not reach the terminal.
const plain = (text: string) => text.replace(/\p{Cc}+/gu, ' ');

export function withdrawalsCommand(): Command {
  const withdrawals = new Command('withdrawals').description('Withdrawals that customers declared.');
  withdrawals
    .command('list')
    .description('the latest withdrawals, newest first: time, order, whether the shop has that order, customer and part')
    .option('--limit <n>', 'number of lines', wholeNumber, 50)
    .action(({ limit }: { limit: number }) =>
      withContext(async ({ db }) => {
        const rows = await listWithdrawals(db.read, limit);
        for (const { created_at, order_number, verified, name, email, part } of rows)
          console.log(plain([created_at, order_number, verified ? 'verified' : 'unverified', name, email, part || 'all of it'].join('  ')));
        if (rows.length === 0) console.log('No withdrawals yet.');
      }),
    );
  return withdrawals;
}
