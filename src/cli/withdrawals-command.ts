import { Command } from 'commander';
import { listWithdrawals } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { wholeNumber } from './whole-number.ts';
import { withContext } from '#src/server/with-context.ts';

// People's words come from outside: no line break, no colour, no cursor.
const plain = (words: string) => words.replace(/\p{Cc}+/gu, ' ');

export function withdrawalsCommand(): Command {
  const withdrawals = new Command('withdrawals').description('Withdrawals that customers declared.');
  withdrawals
    .command('list')
    .description('the latest withdrawals, newest first: when, order, whether the shop knows that order, who, and what part')
    .option('--limit <n>', 'how many', wholeNumber, 50)
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
