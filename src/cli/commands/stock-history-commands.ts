/** The commands that read the history of a product's stock. */
import { Command } from 'commander';
import { lotText } from '#src/features/catalogue/lots/lot-text.ts';
import {
  findCounted,
  findUnexplained,
  pageOfMoves,
  type CountedStock,
} from '#src/features/catalogue/server/stock-movements.repository.ts';
import { recordDifference } from '#src/features/catalogue/server/stock.service.ts';
import { findNumbersOfCheckouts } from '#src/features/orders/server/order.repository.ts';
import { translator } from '#src/i18n/translate.ts';
import { withContext } from '#src/server/with-context.ts';
import { jsonOption, printJson } from '../json.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';
import { fail } from './orders/named-orders.ts';

const t = translator('en-US');

/** As many as a terminal shows; the desk has them all. */
const MOST_SHOWN = 100;

export function stockHistoryCommands(unknown: (code: string) => string): Command[] {
  return [
    new Command('history')
      .argument('<code>')
      .description(`what changed a product's stock, when, by whom and why: the newest ${MOST_SHOWN}`)
      .addOption(jsonOption())
      .action((code: string, { json }: { json?: true }) => history(code.toUpperCase(), json, unknown)),
    new Command('check')
      .description('name products whose history does not add up to their stock; fails if there is one')
      .option('--record', 'record the differences in the history, once you know where they come from')
      .action(check),
  ];
}

const history = (code: string, json: true | undefined, unknown: (code: string) => string): Promise<void> =>
  withContext(async ({ db }) => {
    const product = await findCounted(db.read, code);
    if (!product) return fail(unknown(code));
    const { moves } = await pageOfMoves(db.read, product.id, MOST_SHOWN, 0);
    const orders = await findNumbersOfCheckouts(
      db.read,
      moves.flatMap(({ checkoutId }) => checkoutId ?? []),
    );
    const rows = moves.map(({ checkoutId, ...move }) => ({ ...move, order: orders.get(checkoutId ?? '') ?? null }));
    if (json) return printJson(rows);
    for (const { at, units, stock, reason, order, who, lot } of rows) {
      const change = `${units > 0 ? '+' : ''}${units}`.padStart(7);
      const named = lot ? lotText(lot, { t }) : null;
      const why = [reason, order, named, who].filter((part) => part !== null).join(', ');
      console.log(stripControlCharacters([at, change, String(stock).padStart(7), why].join('  ')));
    }
    if (rows.length === 0) console.log(`The stock of ${code} has not changed yet.`);
    if (product.quantity !== product.explained) fail(differenceOf(product));
  });

const differenceOf = ({ code, explained, quantity }: CountedStock): string =>
  `${code}: the history adds up to ${explained}, the stock is ${quantity}.`;

const check = ({ record = false }: { record?: boolean }): Promise<void> =>
  withContext(async (ctx) => {
    const found = await findUnexplained(ctx.db.read);
    for (const product of found) {
      if (record) await recordDifference(ctx, product.code);
      console.log(differenceOf(product));
    }
    if (found.length === 0) return console.log('Each history adds up to its stock.');
    if (record) console.log('These differences are recorded now.');
    else fail('An older version or somebody in the database changed the stock. Record it with: stock check --record');
  });
