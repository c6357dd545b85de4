import { Command, InvalidArgumentError } from 'commander';
import { codeAndName } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { doesSurchargeStay, doPacksStay } from '#src/features/orders/order.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { SHIPPING } from '#src/features/orders/server/refund-details.ts';
import { divideLines } from '#src/features/refunds/divided-lines.ts';
import {
  findUnitsLeft,
  findUnitsOut,
  previewRefund,
  type RefundPlan,
  type RefundWish,
} from '#src/features/refunds/server/refund-plan.ts';
import { isFinal, refundOrder, type RefundRefusal } from '#src/features/refunds/server/refund.service.ts';
import { adviceFor } from '#src/features/refunds/refund-advice.ts';
import { findOpenCasesOf } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { translator } from '#src/i18n/translate.ts';
import { formatPercent, formatPrice } from '#src/i18n/format.ts';
import { COMMAND_LINE } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Cents } from '#src/shared/money.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { describeAmbiguity, parseEuro, parseUnits } from '#src/shared/typed-number.ts';
import { euro } from '#src/cli/euro.ts';
import { stripControlCharacters } from '#src/cli/strip-control-characters.ts';
import { confirmByTyping } from '#src/cli/confirm.ts';
import { fail, withOrder } from './named-orders.ts';

const t = translator('en-US');

interface SomeUnits {
  code: string;
  units?: number;
}
/** A line with its units. */
export type Line = Required<SomeUnits>;
interface Options {
  line?: SomeUnits[];
  amount?: Cents;
  restock?: true | Line[];
  /** undefined: as the law requires. */
  deposit?: boolean;
  yes?: true | undefined;
  again?: true;
}

export function refundCommand(): Command {
  return new Command('refund')
    .description('refund as the buyer paid: everything left, some lines, or an amount')
    .argument('<number...>')
    .option('--line <code[=units]>', 'a line of the order, or "shipping"; may be repeated', lines)
    .option('--amount <euro>', 'refund only a part, such as 4.99 or 4,99', euro)
    .option(
      '--restock [code=units]',
      'put units back into stock: those of the lines given, or of all in a full refund',
      restocked,
    )
    .option(
      '--deposit',
      'refund the deposit too (the rule: before the delivery, after a withdrawal, and with --restock)',
    )
    .option(
      '--no-deposit',
      'leave the deposit out, because the packs stay with the buyer (the rule: after the delivery)',
    )
    .option('--yes', 'refund without typing the amount')
    .option('--again', 'refund although an equal refund was made within the last hour')
    .action((words: string[], options: Options) => withOrder(words, (ctx, order) => refund(ctx, order, options)));
}

function lines(text: string, before: SomeUnits[] = []): SomeUnits[] {
  const wanted = 'Write the code of a line, and the units if not all. Example: --line AGUA=1';
  const [, typed, count] = /^([^=\s]+)(?:=(.*))?$/.exec(text) ?? [];
  if (!typed) throw new InvalidArgumentError(wanted);
  const code = typed.toLowerCase() === SHIPPING ? SHIPPING : typed.toUpperCase();
  if (count === undefined) return [...before, { code }];
  const units = parseUnits(count, { min: 1 });
  if (!units.ok) throw new InvalidArgumentError(describeAmbiguity(units.error) ?? wanted);
  return [...before, { code, units: units.value }];
}

/** Reads "AGUA=1", the value of this option. */
function unitsOfLine(text: string, option: string): Line {
  const [line] = lines(text);
  if (!line?.units) throw new InvalidArgumentError(`Write the code and the units. Example: ${option} AGUA=1`);
  return { code: line.code, units: line.units };
}

/** Returns a parser for an option that is repeated for each product. */
export const unitsOption =
  (option: string) =>
  (text: string, before: Line[] = []): Line[] => [...before, unitsOfLine(text, option)];

/** Repeated codes are added up. */
export const unitsByCode = (lines: Line[]): Map<string, number> =>
  lines.reduce(
    (units, line) => units.set(line.code, (units.get(line.code) ?? 0) + (line.units ?? 0)),
    new Map<string, number>(),
  );

const restocked = (text: string, before: true | Line[] = []): Line[] => [
  ...(before === true ? [] : before),
  unitsOfLine(text, '--restock'),
];

/** Units come back of the refunded lines first, and of no line more than are still out. */
function divideRestocked(
  { lines }: StoredOrder,
  wishes: Line[],
  refunded: NonNullable<RefundWish['lines']>,
  out: ReadonlyMap<string, number>,
): Line[] {
  const isOther = ({ code }: { code: string }) => refunded.every((line) => line.code !== code);
  const sorted = lines.toSorted((a, b) => Number(isOther(a)) - Number(isOther(b)));
  return divideLines({ lines: sorted }, wishes, out).map(({ code, units = 1 }) => ({ code, units }));
}

/** Shows what would be refunded, asks for the amount unless `yes`, and refunds it. */
export async function refund(
  ctx: Context,
  order: StoredOrder,
  { line, amount, restock, deposit, yes, again }: Options,
): Promise<void> {
  const hasWithdrawal = (await findOpenCasesOf(ctx.db.read, [order.id])).length > 0;
  const keepsPacks = deposit === undefined ? doPacksStay(order, hasWithdrawal || restock !== undefined) : !deposit;
  const keepsSurcharge = amount === undefined && doesSurchargeStay(order, hasWithdrawal);
  const left = await findUnitsLeft(ctx.db.read, order);
  const given = line && divideLines(order, line, left);
  const wish: RefundWish = {
    lines: given,
    amount,
    keepsPacks,
    keepsSurcharge,
    restock:
      restock === true
        ? true
        : restock && divideRestocked(order, restock, given ?? [], await findUnitsOut(ctx.db.read, order)),
  };
  const say = (error: RefundRefusal) => fail([`${order.orderNumber}: ${explain(error)}`, ...keptNotes].join('\n'));
  const keptNotes = [
    ...(keepsPacks && deposit === undefined ? [DEPOSIT_STAYS] : []),
    ...(keepsSurcharge ? [SURCHARGE_STAYS] : []),
  ];
  let confirmed: Cents | undefined;
  if (!yes) {
    const plan = await previewRefund(ctx.db.read, order, wish);
    if (!plan.ok) return say(plan.error);
    confirmed = plan.value.amount;
    console.log([describe(order, plan.value), ...keptNotes].join('\n'));
    const isAmount = (answer: string) => {
      const typed = parseEuro(answer.replace('€', ''));
      return typed.ok && typed.value === plan.value.amount;
    };
    if (!(await confirmByTyping('the amount', `Type the amount to refund it (${formatPrice(confirmed)}): `, isAmount)))
      return;
  }
  const refunded = await refundOrder(ctx, order, { ...wish, confirmed, again, who: COMMAND_LINE });
  if (!refunded.ok) return say(refunded.error);
  const { amount: moved, toVoucher, state } = refunded.value;
  const note = toVoucher > 0 ? [toVoucherNote(toVoucher)] : [];
  console.log(
    [`${order.orderNumber}: ${formatPrice(moved)} ${OUTCOMES[state]}`, ...note, ...(yes ? keptNotes : [])].join('\n'),
  );
}

const toVoucherNote = (cents: Cents): string => `  ${formatPrice(cents)} of it to the gift voucher that paid.`;

const OUTCOMES = {
  made: 'refunded.',
  pending: 'requested. PayPal still checks it; the shop asks again each hour, and mails you if it fails.',
  owed: 'noted. Transfer the money to the buyer, then record it in the desk under “Bank transfers”.',
};

const SURCHARGE_STAYS =
  'Without the surcharge for the faster delivery, which a withdrawal does not take back (§ 357(2) BGB). ' +
  'To refund it, too, name the amount with --amount.';
const DEPOSIT_STAYS =
  'The deposit is left out, because the packs stay with the buyer (§ 46(2) VerpackDG). --deposit refunds it too, ' +
  'for packs that come back or never arrived.';

function describe(
  order: StoredOrder,
  { amount, toVoucher, remaining, lines: given, shares, restock }: RefundPlan,
): string {
  const rates = shares.map(
    ({ rate, gross, tax }) => `  VAT ${formatPercent(rate, 'de-DE')}: ${formatPrice(tax)} in ${formatPrice(gross)}`,
  );
  return [
    `${order.orderNumber}: ${formatPrice(amount)} would be refunded, ${formatPrice(remaining)} would remain.`,
    ...(toVoucher > 0 ? [toVoucherNote(toVoucher)] : []),
    ...given.map((line) => `  ${line.units} × ${codeAndName(line)}  ${formatPrice(line.amount)}`),
    ...rates,
    ...restock.map(({ code, units }) => `  back into stock: ${units} × ${code}`),
  ]
    .map(stripControlCharacters)
    .join('\n');
}

function explain(error: RefundRefusal): string {
  switch (error.kind) {
    case 'nothing_to_refund':
      return `${formatPrice(error.left)} can be refunded. ${explainWaiting(error.waiting)}Nothing was done.`;
    case 'part_restocks_nothing':
      return (
        `--restock needs a full refund (${formatPrice(error.left)}) or the lines: --line <code>, ` +
        'or --restock <code>=<units>. Or refund without --restock, then: npm run shop -- stock add <code> <n>. ' +
        'Nothing was done.'
      );
    case 'unknown_line':
      return `The order has no line ${error.code}. Write one of: ${error.codes.join(', ')}. Nothing was done.`;
    case 'too_many_units':
      return `${error.units} × ${error.code} is too many. Write ${error.most} or fewer. Nothing was done.`;
    case 'line_refunded':
      return (
        `${formatPrice(error.left)} of ${error.code} can still be refunded. Write fewer units, or --amount. ` +
        'Nothing was done.'
      );
    case 'above_lines':
      return `These lines cost ${formatPrice(error.most)}. Write that amount or less. Nothing was done.`;
    case 'changed':
      return (
        `Meanwhile the amount has become ${formatPrice(error.amount)}. Look again and repeat the command. ` +
        'Nothing was done.'
      );
    case 'repeated':
      return (
        `An equal refund of ${formatPrice(error.amount)} was made at ${berlinTime(error.at)}. ` +
        'Write --again if this is another refund. Nothing was done.'
      );
    default:
      return [
        isFinal(error)
          ? `PayPal refuses the refund for good (${error.issue}).`
          : `PayPal did not confirm the refund (${error.issue}). It is written down; the running shop tries again.`,
        ...(isFinal(error) || error.kind === 'not_now' ? [t(`desk:refundAdvice.${adviceFor(error.issue)}`)] : []),
      ].join(' ');
  }
}

const explainWaiting = (waiting: Cents): string =>
  waiting > 0 ? `${formatPrice(waiting)} waits for PayPal's answer; the running shop asks again. ` : '';
