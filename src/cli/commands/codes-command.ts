import { Command, InvalidArgumentError, Option } from 'commander';
import { codeState, codeTerms } from '#src/features/codes/code-terms.ts';
import { MOST_PERCENT, normalizeCode, type DiscountCode } from '#src/features/codes/code.ts';
import { listCodes } from '#src/features/codes/server/code.repository.ts';
import { addCode, endCode } from '#src/features/codes/server/code.service.ts';
import { problemText } from '#src/desk/server/desk-error.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';
import { euro } from '../euro.ts';
import { jsonOption, printJson } from '../json.ts';
import { wholeNumber } from '../whole-number.ts';
import { fail } from './orders/named-orders.ts';

const ENGLISH = { locale: 'en-US' } as const;

export function codesCommand(): Command {
  const codes = new Command('codes').description('Discount codes.');
  codes
    .command('list')
    .description('all codes with their terms and uses, the newest first')
    .addOption(jsonOption())
    .action(list);
  codes
    .command('add <code>')
    .description('add a code; name what it gives: --percent, --amount or --free-shipping')
    .addOption(
      new Option('--percent <n>', 'percent off the goods').argParser(percent).conflicts(['amount', 'freeShipping']),
    )
    .addOption(new Option('--amount <eur>', 'EUR off the goods').argParser(euro).conflicts('freeShipping'))
    .option('--free-shipping', 'the usual shipping is free')
    .option('--minimum <eur>', 'least value of all goods before the discount', euro)
    .option('--from <day>', 'first day, such as 2026-12-01', aDay('--from 2026-12-01'))
    .option('--until <day>', 'last day, such as 2026-12-24', aDay('--until 2026-12-24'))
    .option('--uses <n>', 'how often in all', wholeNumber('--uses 100'))
    .option('--uses-each <n>', 'how often for each customer', wholeNumber('--uses-each 1'))
    .addOption(new Option('--products <codes>', 'only for these products, such as BEB-001,DOC-003').argParser(upper))
    .addOption(new Option('--categories <slugs>', 'only for these categories').argParser(names).conflicts('products'))
    .addOption(new Option('--not-reduced', 'only for what is not reduced').conflicts(['products', 'categories']))
    .action(add);
  codes
    .command('end <code>')
    .description('end a code at once; whoever is paying with it keeps the discount')
    .action((typed: string) =>
      withContext(async (ctx) => {
        const ended = await endCode(ctx, normalizeCode(typed));
        if (!ended.ok) return fail(problemText(ENGLISH, ended.error));
        console.log(ended.value === 'ended' ? 'The code is ended.' : 'The code was ended before.');
      }),
    );
  return codes;
}

function percent(text: string): number {
  const number = wholeNumber('--percent 10')(text);
  if (number <= MOST_PERCENT) return number;
  throw new InvalidArgumentError(`Write a whole percentage from 1 to ${MOST_PERCENT}. Example: --percent 10`);
}

const aDay =
  (example: string) =>
  (text: string): string => {
    if (berlinMidnight(text)) return text;
    throw new InvalidArgumentError(`Write a day as year, month and day. Example: ${example}`);
  };

const names = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))];
const upper = (text: string): string[] => names(text.toUpperCase());

interface Terms {
  percent?: number;
  amount?: Cents;
  freeShipping?: true;
  minimum?: Cents;
  from?: string;
  until?: string;
  uses?: number;
  usesEach?: number;
  products?: string[];
  categories?: string[];
  notReduced?: true;
}

const scopeOf = ({ products, categories, notReduced }: Terms): DiscountCode['scope'] =>
  products ? 'products' : categories ? 'categories' : notReduced ? 'not_reduced' : 'all';

const kindOf = ({ percent: percents, amount, freeShipping }: Terms): DiscountCode['kind'] | undefined =>
  percents !== undefined ? 'percent' : amount !== undefined ? 'amount' : freeShipping && 'shipping';

const add = (typed: string, terms: Terms): Promise<void> =>
  withContext(async (ctx) => {
    const kind = kindOf(terms);
    if (!kind) return fail('Name what the code gives: --percent 10, --amount 5 or --free-shipping');
    const code: DiscountCode = {
      code: normalizeCode(typed),
      kind,
      value: terms.percent ?? terms.amount ?? 0,
      minimum: terms.minimum ?? 0,
      startsOn: terms.from ?? null,
      endsOn: terms.until ?? null,
      maxUses: terms.uses ?? null,
      maxUsesEach: terms.usesEach ?? null,
      scope: scopeOf(terms),
      targets: terms.products ?? terms.categories ?? [],
      endedAt: null,
    };
    const added = await addCode(ctx, code);
    if (!added.ok) return fail(problemText(ENGLISH, added.error));
    console.log(`${code.code}: ${codeTerms(code, 'en-US')}`);
  });

const list = ({ json }: { json?: true }): Promise<void> =>
  withContext(async ({ db, now }) => {
    const codes = await listCodes(db.read);
    const today = germanDay(now().toISOString());
    if (json) return printJson(codes.map((code) => ({ ...code, state: codeState(code, today) })));
    for (const code of codes) {
      const uses = `${code.uses} of ${code.maxUses ?? 'any number'}`;
      console.log([code.code, codeState(code, today), uses, codeTerms(code, 'en-US')].join('  '));
    }
    if (codes.length === 0) console.log('There is no code.');
  });
