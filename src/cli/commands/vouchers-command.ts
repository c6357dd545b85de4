import { Command, Option } from 'commander';
import { problemText } from '#src/desk/server/desk-error.ts';
import { issueByHand, lockByHand } from '#src/features/vouchers/server/voucher-acts.service.ts';
import { openCode } from '#src/features/vouchers/server/voucher-code.ts';
import { findNamed, listVouchers, stateOf } from '#src/features/vouchers/server/voucher-desk.repository.ts';
import { findVoucher } from '#src/features/vouchers/server/voucher.repository.ts';
import { shortCode } from '#src/features/vouchers/voucher.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { withContext } from '#src/server/with-context.ts';
import { germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';
import { euro } from '../euro.ts';
import { jsonOption, printJson } from '../json.ts';
import { language } from '../language.ts';
import { fail } from './orders/named-orders.ts';

const ENGLISH = { locale: 'en-US' } as const;

export function vouchersCommand(): Command {
  const vouchers = new Command('vouchers').description('Gift vouchers.');
  vouchers
    .command('list')
    .description('all gift vouchers with what is left of them, the newest first')
    .addOption(jsonOption())
    .action(list);
  vouchers
    .command('issue')
    .argument('<eur>', 'its value, such as 50', euro)
    .description('issue a gift voucher that was sold by hand or is given away, and print its code')
    .addOption(new Option('--sold <note>', 'its money was paid by hand; such as the receipt').conflicts('goodwill'))
    .option('--goodwill <note>', 'it is given away; why')
    .option('--to <email>', 'who is sent the voucher; by default nobody', '')
    .option('--on <day>', 'when it is sent, such as 2026-12-24; by default at once', '')
    .option('--for <name>', 'whom it is for', '')
    .option('--from <name>', 'whom it is from', '')
    .option('--message <text>', 'a message to them', '')
    .option('--language <code>', 'the language of PDF and mail', language)
    .action(issue);
  vouchers
    .command('lock <voucher>')
    .description('lock a voucher, named by code, last four characters or id; nobody can pay with it any more')
    .requiredOption('--reason <text>', 'why')
    .action(lock);
  return vouchers;
}

interface Given {
  sold?: string;
  goodwill?: string;
  to: string;
  on: string;
  for: string;
  from: string;
  message: string;
  language?: Locale;
}

const issue = (value: Cents, given: Given): Promise<void> =>
  withContext(async (ctx) => {
    const note = given.sold ?? given.goodwill;
    if (note === undefined) return fail('Say where it comes from: --sold "Receipt 12" or --goodwill "Parcel was late"');
    const issued = await issueByHand(ctx, {
      ...{ value, origin: given.goodwill === undefined ? 'counter' : 'goodwill', note },
      ...{ locale: given.language ?? ctx.config.shopLocale, sender: given.from, recipient: given.for },
      ...{ email: given.to, message: given.message, sendOn: given.on },
    });
    if (!issued.ok) return fail(problemText(ENGLISH, issued.error));
    const voucher = (await findVoucher(ctx.db.read, issued.value))!;
    console.log(
      `${openCode(ctx.config, voucher)}: ${formatPrice(voucher.value_cents)}, valid until ${voucher.expires_on}`,
    );
  });

const lock = (typed: string, { reason }: { reason: string }): Promise<void> =>
  withContext(async (ctx) => {
    const [voucher, another] = await findNamed(ctx.db.read, typed);
    if (!voucher)
      return fail('There is no such voucher. `npm run shop -- vouchers list` shows their last characters and ids.');
    if (another) return fail('Several vouchers end like this. Name one by its id: `npm run shop -- vouchers list`');
    const locked = await lockByHand(ctx, voucher.id, reason);
    if (!locked.ok) return fail(problemText(ENGLISH, locked.error));
    console.log(`${shortCode(voucher)} is locked.`);
  });

const MOST = 100_000;

const list = ({ json }: { json?: true }): Promise<void> =>
  withContext(async ({ db, now }) => {
    const day = germanDay(now().toISOString());
    const all = { text: '', state: undefined, day };
    const { vouchers } = await listVouchers(db.read, all, { limit: MOST, offset: 0 });
    if (json)
      return printJson(
        vouchers.map((voucher) => ({
          ...{ id: voucher.id, lastFour: voucher.last_four, state: stateOf(voucher, day), origin: voucher.origin },
          ...{ value: voucher.value_cents, left: voucher.balance, issued: voucher.issued_at },
          ...{ expires: voucher.expires_on, sent: voucher.sent_at },
        })),
      );
    for (const voucher of vouchers) {
      const left = `${formatPrice(voucher.balance)} of ${formatPrice(voucher.value_cents)}`;
      const until = `until ${voucher.expires_on}`;
      console.log([shortCode(voucher), stateOf(voucher, day), left, until, voucher.origin, voucher.id].join('  '));
    }
    if (vouchers.length === 0) console.log('There is no voucher.');
  });
