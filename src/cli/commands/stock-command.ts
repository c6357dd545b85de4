import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { listStock, lockQuantities } from '#src/features/catalogue/server/stock.repository.ts';
import { changeStockIn, markStock } from '#src/features/catalogue/server/stock.service.ts';
import { readTable } from '#src/server/content/csv-table.ts';
import { describeMistake, type Mistake } from '#src/server/content/mistake.ts';
import type { Context } from '#src/server/context.ts';
import { withContext } from '#src/server/with-context.ts';
import { formatNumber } from '#src/i18n/format.ts';
import { describeAmbiguity, MOST_UNITS, parseUnits } from '#src/shared/typed-number.ts';
import { jsonOption, printJson } from '../json.ts';
import { fail } from './orders/named-orders.ts';
import { priceListCommand } from './price-list-command.ts';
import { receiveCommand, undoDeliveryCommand } from './receive-command.ts';
import { stockHistoryCommands } from './stock-history-commands.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';

export function stockCommand(): Command {
  const stock = new Command('stock').description(
    'The quantity of a product that can be bought, without the units that open checkouts hold.',
  );
  stock
    .command('list')
    .description('products with the fewest units first: units, mark, code, name')
    .option('--low', 'only products at their mark or below')
    .addOption(jsonOption())
    .action(list);
  for (const [verb, description] of [
    ['set', 'sets the quantity'],
    ['add', 'adds to the quantity; a negative number after -- subtracts'],
  ] as const)
    stock
      .command(`${verb} <code> <n>`)
      .description(description)
      .action((code: string, n: string) => change(code, verb, n));
  stock
    .command('book <file>')
    .description('add a delivery from a CSV with the columns cod_catalog and quantity, all of it or nothing')
    .action(book);
  stock
    .command('mark <code>')
    .argument('<n>', 'units; 0: no mark', units)
    .description('set from how many units down the morning mail and `list --low` name the product')
    .action(mark);
  for (const command of [receiveCommand(), undoDeliveryCommand(), priceListCommand()]) stock.addCommand(command);
  for (const command of stockHistoryCommands(unknown)) stock.addCommand(command);
  return stock;
}

function units(text: string): number {
  const number = parseUnits(text);
  if (number.ok) return number.value;
  const wanted = 'Write a whole number of 0 or more. Example: npm run shop -- stock mark BEB-001 5';
  throw new InvalidArgumentError(describeAmbiguity(number.error) ?? wanted);
}

const list = ({ low: isLow = false, json }: { low?: boolean; json?: true }): Promise<void> =>
  withContext(async ({ db }) => {
    const rows = await listStock(db.read, { isLow });
    if (json) return printJson(rows);
    for (const { quantity, mark: low, code, name } of rows)
      console.log(
        stripControlCharacters([String(quantity).padStart(7), String(low ?? '-').padStart(5), code, name].join('  ')),
      );
    if (rows.length === 0) console.log(isLow ? 'No product is at its mark or below.' : 'There are no products yet.');
  });

const unknown = (code: string): string =>
  `There is no product with the code ${stripControlCharacters(code)}. \`npm run shop -- stock list\` shows the codes.`;

const MOST = formatNumber(MOST_UNITS);

async function change(typed: string, verb: 'set' | 'add', n: string): Promise<void> {
  const isLess = verb === 'add' && n.startsWith('-');
  const units = parseUnits(isLess ? n.slice(1) : n);
  if (!units.ok)
    return fail(
      describeAmbiguity(units.error) ??
        `The quantity must be a whole number${verb === 'set' ? ' from 0' : ''} up to ${MOST}. Example: ` +
          `npm run shop -- stock ${verb} BEB-001 12`,
    );
  const code = typed.toUpperCase();
  await withContext(async (ctx) => {
    const quantity = await ctx.db.write(async (tx) => {
      const stored = (await lockQuantities(ctx.db, tx, [code])).get(code)?.quantity;
      if (stored === undefined) return fail(unknown(code));
      if (isLess && units.value > stored)
        return fail(`${code} has only ${stored} units, so ${units.value} cannot be taken away. Nothing was changed.`);
      return changeStockIn(
        ctx,
        tx,
        code,
        verb === 'set' ? { set: units.value } : { add: isLess ? -units.value : units.value },
      );
    });
    if (quantity !== undefined) console.log(`${code}: ${quantity} can be bought now.`);
  });
}

const mark = (typed: string, from: number): Promise<void> =>
  withContext(async (ctx) => {
    const code = typed.toUpperCase();
    if (!(await markStock(ctx, code, from))) fail(unknown(code));
    else console.log(from > 0 ? `${code} counts as low at ${from} units or fewer.` : `${code} has no mark any more.`);
  });

const book = (file: string): Promise<void> =>
  withContext(async (ctx) => {
    const mistakes: Mistake[] = [];
    const lines = await bookAll(ctx, file, mistakes);
    for (const line of lines) console.log(line);
    if (mistakes.length === 0) return;
    for (const mistake of mistakes) console.error(describeMistake(mistake));
    fail('Nothing was booked.');
  });

/** Books all rows in one transaction, which is rolled back when one has a mistake. */
async function bookAll(ctx: Context, file: string, mistakes: Mistake[]): Promise<string[]> {
  const rows = readRows(file, mistakes);
  try {
    return await ctx.db.write(async (tx) => {
      const lines: string[] = [];
      for (const { line, code, units } of rows) {
        const quantity = await changeStockIn(ctx, tx, code, { add: units });
        if (quantity === undefined) mistakes.push({ file, line, field: 'cod_catalog', message: unknown(code) });
        else lines.push(`${code}: ${quantity} can be bought now.`);
      }
      if (mistakes.length > 0) throw new NothingBooked();
      return lines;
    });
  } catch (error) {
    if (error instanceof NothingBooked) return [];
    throw error;
  }
}

class NothingBooked extends Error {}

function readRows(file: string, mistakes: Mistake[]): { line: number; code: string; units: number }[] {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    mistakes.push({ file, message: `cannot be read: ${(error as Error).message}` });
    return [];
  }
  return readTable(file, bytes, { required: ['cod_catalog', 'quantity'], optional: [] }, mistakes).flatMap(
    ({ line, cells }) => {
      const { cod_catalog: typed = '', quantity = '' } = cells;
      const code = typed.toUpperCase();
      const units = parseUnits(quantity, { min: 1 });
      if (units.ok) return [{ line, code, units: units.value }];
      const wanted = `must be a whole number from 1 to ${MOST}, not "${stripControlCharacters(quantity)}"`;
      mistakes.push({ file, line, field: 'quantity', message: `${describeAmbiguity(units.error) ?? wanted}.` });
      return [];
    },
  );
}
