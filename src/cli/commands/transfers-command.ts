import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import {
  findRefundsToTransfer,
  type TransferredRefund,
} from '#src/features/transfers/server/transfer-file.repository.ts';
import {
  discardTransferFile,
  makeTransferFile,
  readTransferFile,
  recordTransferFile,
} from '#src/features/transfers/server/transfer-file.service.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { problemText } from '#src/desk/server/desk-error.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { jsonOption, printJson } from '../json.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';
import { fail } from './orders/named-orders.ts';

/** The commands for refunds that the owner transfers. */
export function transfersCommand(): Command {
  const transfers = new Command('transfers').description('Refunds of bank transfers, for your online banking.');
  transfers
    .command('list')
    .description('refunds that wait for your transfer: time, order, amount, account, file')
    .addOption(jsonOption())
    .action(list);
  transfers
    .command('file')
    .description('write a transfer file (SEPA, pain.001.001.09) of all refunds that are in none yet')
    .option('--again <file>', 'write this file once more instead, with the same transfers')
    .option('--folder <folder>', 'where to write it', '.')
    .action(write);
  transfers
    .command('done <file>')
    .description('record that your bank has made the transfers of a file: the buyers get their credit notes')
    .action((id: string) =>
      withContext(async (ctx) => {
        const recorded = await recordTransferFile(ctx, id);
        if (!recorded.ok) return fail(`${id}: ${problemText(ENGLISH, recorded.error)}`);
        console.log(`${id}: ${recorded.value} recorded. The buyers get their credit notes by email.`);
      }),
    );
  transfers
    .command('discard <file>')
    .description('take back a file that your bank did not carry out: its refunds may go into another one')
    .action((id: string) =>
      withContext(async (ctx) => {
        const discarded = await discardTransferFile(ctx, id);
        if (!discarded.ok) return fail(`${id}: ${problemText(ENGLISH, discarded.error)}`);
        console.log(`${id}: discarded. ${discarded.value} wait again.`);
      }),
    );
  return transfers;
}

const ENGLISH = { locale: 'en-US' } as const;

const list = ({ json }: { json?: true }): Promise<void> =>
  withContext(async ({ db }) => {
    const refunds = await findRefundsToTransfer(db.read);
    if (json)
      return printJson(
        refunds.map((refund) => ({
          ...{ orderNumber: refund.order_number, amountCents: refund.money_cents, at: refund.created_at },
          ...{ name: refund.payer_name ?? refund.client_name, iban: refund.payer_iban, file: refund.transfer_file },
        })),
      );
    for (const refund of refunds) console.log(lineOf(refund));
    if (refunds.length === 0) console.log('No refund waits for a transfer.');
  });

const lineOf = (refund: TransferredRefund): string =>
  stripControlCharacters(
    [
      berlinTime(refund.created_at),
      refund.order_number,
      formatPrice(refund.money_cents).padStart(11),
      refund.payer_name ?? refund.client_name,
      refund.payer_iban ?? 'account unknown: type it in the desk, Finance › Bank transfers',
      refund.transfer_file ?? '',
    ].join('  '),
  ).trimEnd();

const write = ({ again, folder }: { again?: string; folder: string }): Promise<void> =>
  withContext(async (ctx) => {
    const made = again === undefined ? await makeTransferFile(ctx) : undefined;
    if (made && !made.ok) return fail(problemText(ENGLISH, made.error));
    const id = again ?? made!.value.id;
    const xml = await readTransferFile(ctx, id);
    if (!xml.ok) return fail(`${id}: ${problemText(ENGLISH, xml.error)}`);
    const file = path.join(folder, `${id}.xml`);
    writeFileSync(file, xml.value);
    console.log(`${file}\nGive it to your bank once, then: npm run shop -- transfers done ${id}`);
  });
