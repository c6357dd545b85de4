import { Command } from 'commander';
import { findRecalls } from '#src/features/recall/server/recall.repository.ts';
import {
  checkHazard,
  findConcerned,
  findLeft,
  readRecalled,
  recallProduct,
  resumeSale,
  undoRecall,
  type Concerned,
  type Hazard,
  type Recalled,
  type RecallRefusal,
} from '#src/features/recall/server/recall.service.ts';
import { lotText } from '#src/features/catalogue/lots/lot-text.ts';
import { translator } from '#src/i18n/translate.ts';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { jsonOption, printJson } from '../json.ts';
import { fail } from './orders/named-orders.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';
import { confirmByTyping } from '../confirm.ts';

const t = translator('en-US');

/** A text under each language's short name, and: */
interface Options extends Record<string, string | true | undefined> {
  lot?: string;
  sellAgain?: true;
  undo?: true;
  yes?: true;
  json?: true;
}

export function recallCommand(): Command {
  const command = new Command('recall')
    .description(
      'list who bought a product or one lot of it. With a description of the danger, lock it, ' +
        'publish the recall and mail them',
    )
    .argument('[code]', 'without one: list all recalls')
    .option(
      '--lot <lots>',
      'only this lot, or several with commas; orders whose lot is unclear or was not noted are concerned too',
    )
    .option('--sell-again', 'what is in stock is safe: sell the product again, while the notice stays public')
    .option('--undo', 'the recall was a mistake: take the notice away and sell the product again')
    .option('--yes', 'recall without typing the code')
    .addOption(jsonOption());
  for (const { csv, label } of Object.values(LOCALES))
    command.option(`--${csv} <danger>`, `what may happen, for people who read ${label}`);
  return command.action((code: string | undefined, options: Options) =>
    withContext((ctx) =>
      code === undefined ? listRecalls(ctx, options) : actOn(ctx, { code, lot: options.lot }, options),
    ),
  );
}

async function listRecalls({ db }: Context, { json }: Options): Promise<void> {
  const rows = await findRecalls(db.read, { isPublic: false });
  if (json) return printJson(rows.map(toJson));
  for (const row of rows) {
    const state = row.undone_at ? 'undone' : row.sale_resumed_at ? 'public, sold again' : 'public, not sold';
    console.log(
      stripControlCharacters(
        [berlinTime(row.recalled_at), row.cod_catalog, row.lot || 'all lots', state, row.product_name].join('  '),
      ),
    );
  }
  if (rows.length === 0) console.log('Nothing was recalled yet.');
}

const toJson = (row: Awaited<ReturnType<typeof findRecalls>>[number]) => ({
  ...{ recalledAt: row.recalled_at, code: row.cod_catalog, lot: row.lot || null, name: row.product_name },
  ...{ soldAgainAt: row.sale_resumed_at, undoneAt: row.undone_at },
});

async function actOn(ctx: Context, typed: Recalled, options: Options): Promise<void> {
  const read = await readRecalled(ctx.db.read, typed);
  if (!read.ok) return fail(explain(read.error, typed));
  const recalled = read.value;
  if (options.undo || options.sellAgain) return end(ctx, recalled, options);
  const typedHazard = hazardOf(options);
  if (Object.keys(typedHazard).length === 0) return listConcerned(ctx, recalled);
  const hazard = checkHazard(typedHazard);
  if (!hazard.ok) return fail(explain(hazard.error, typed));
  const concerned = await findConcerned(ctx.db.read, recalled);
  const { code } = recalled;
  if (
    !options.yes &&
    !(await confirmByTyping('the code', questionOf(code, concerned.length), (answer) => answer === code))
  )
    return;
  report(await recallProduct(ctx, recalled, hazard.value), recalled);
}

function explain(error: RecallRefusal, { code }: Recalled): string {
  switch (error.kind) {
    case 'unknown_product':
      return `No product has the code ${stripControlCharacters(code)}. \`npm run shop -- stock list\` shows the codes.`;
    case 'recalls_set':
      return `${stripControlCharacters(code)} is a set. Recall the product in it that is concerned. Nothing was done.`;
    case 'empty_lot':
      return (
        '--lot contains no lot. Write it as on the label, or leave --lot out to recall all lots. ' + 'Nothing was done.'
      );
    case 'too_many_lots':
      return '--lot is longer than 200 characters. Recall the other lots with a second command. Nothing was done.';
    case 'text_missing': {
      const missing = error.locales.map((locale) => `--${LOCALES[locale].csv}`).join(', ');
      return `Describe the danger in every language of the shop: ${missing} is missing. Nothing was done.`;
    }
    case 'belittling':
      return (
        `"${error.phrase}" makes the danger look smaller, which the law forbids (Art. 36(2)(c) GPSR). ` +
        'Leave it out. Nothing was done.'
      );
  }
}

/** The texts by language in the command's options. */
const hazardOf = (options: Options): Partial<Hazard> =>
  Object.fromEntries(
    LOCALE_CODES.flatMap((locale) => (options[LOCALES[locale].csv] ? [[locale, options[LOCALES[locale].csv]]] : [])),
  );

const EXAMPLE = Object.values(LOCALES)
  .map(({ csv }) => `--${csv} "…"`)
  .join(' ');

const ordersOf = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`;
const questionOf = (code: string, count: number) =>
  `Type the code to lock the product, publish the recall and mail the buyers of ${ordersOf(count)} (${code}): `;

async function listConcerned({ db }: Context, recalled: Recalled): Promise<void> {
  const concerned = await findConcerned(db.read, recalled);
  for (const one of concerned) console.log(lineOf(one));
  const { lots, ordered, unknown } = await findLeft(db.read, recalled);
  const namesOf = (some: typeof lots) => some.map((lot) => `${lot.units} × ${lotText(lot, { t })}`).join('; ');
  const left = `Left in stock: ${namesOf(lots)}; ${unknown} of no known lot.`;
  if (lots.length > 0) console.log(stripControlCharacters(left));
  if (ordered.length > 0) console.log(stripControlCharacters(`Held or ordered, not packed: ${namesOf(ordered)}.`));
  console.log(
    `${ordersOf(concerned.length)}. Nothing was done yet. To lock the product, ` +
      `publish the recall and mail the buyers, say what may happen: ${EXAMPLE}`,
  );
}

const CERTAINTY = { sure: [], unclear: ['lot unclear'], no_lot: ['no lot noted'] };

const lineOf = ({ order, certainty, lots, units }: Concerned): string =>
  stripControlCharacters(
    [
      ...[berlinTime(order.orderedAt), order.orderNumber, order.status, order.clientName, order.email, order.locale],
      ...[`${units} units`, ...lots, ...CERTAINTY[certainty]],
    ].join('  '),
  );

/** A word quoted for the shell. */
const quoted = (text: string): string => (/^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

function report(count: number, { code, lot }: Recalled): void {
  const again = `npm run shop -- recall ${code}${lot === undefined ? '' : ` --lot ${quoted(lot)}`}`;
  console.log(
    [
      `${code} can’t be ordered any more, and the page /recalls tells everybody.`,
      `The buyers of ${ordersOf(count)} get a mail, each once. A payment that was under way may still become an ` +
        'order: run this command again in an hour.',
      `Parcels with it that are still here are on hold. \`${again}\` lists all orders and their states.`,
      'Report a dangerous product to the authority, too: Safety Business Gateway of the EU; for food, ' +
        'the food authority of your town.',
      `When what is in stock is safe: ${again} --sell-again. If the recall was a mistake: ${again} --undo`,
    ].join('\n'),
  );
}

async function end(ctx: Context, recalled: Recalled, { undo }: Options): Promise<void> {
  const ended = await (undo ? undoRecall : resumeSale)(ctx, recalled);
  if (!ended) return fail('There is no such recall. `npm run shop -- recall` lists all; name the same lot.');
  console.log(
    undo
      ? 'The notice is gone. Mails that were sent can’t be taken back: tell their readers that the recall was a ' +
          'mistake.'
      : 'The notice stays public.',
  );
  console.log(
    `${stripControlCharacters(recalled.code)} is sold again, unless another recall or missing facts forbid it.`,
  );
}
