import { Command } from 'commander';
import { belittlingPhrase } from '#src/features/recall/belittling.ts';
import { findProduct, findRecalls } from '#src/features/recall/server/recall.repository.ts';
import {
  findConcerned,
  recallProduct,
  resumeSale,
  undoRecall,
  type Concerned,
  type Hazard,
  type Recalled,
} from '#src/features/recall/server/recall.service.ts';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { fail } from './orders/named-orders.ts';
import { plain } from './plain.ts';
import { isTyped } from './typed.ts';

/** A text under the short name of each language, and: */
interface Options extends Record<string, string | true | undefined> {
  lot?: string;
  sellAgain?: true;
  undo?: true;
  yes?: true;
}

export function recallCommand(): Command {
  const command = new Command('recall')
    .description('list who bought a product or one lot of it; with the danger described, lock it, publish the recall and mail them')
    .argument('[code]', 'without one: list all recalls')
    .option('--lot <lot>', 'only this lot; orders without a noted lot are concerned too')
    .option('--sell-again', 'what is in stock is safe: sell the product again, while the notice stays public')
    .option('--undo', 'the recall was a mistake: take the notice away and sell the product again')
    .option('--yes', 'recall without typing the code');
  for (const { csv, label } of Object.values(LOCALES)) command.option(`--${csv} <danger>`, `what may happen, for people who read ${label}`);
  return command.action((code: string | undefined, options: Options) =>
    withContext((ctx) => (code === undefined ? listRecalls(ctx) : actOn(ctx, { code, lot: options.lot }, options))),
  );
}

async function listRecalls({ db }: Context): Promise<void> {
  const rows = await findRecalls(db.read, { isPublic: false });
  for (const row of rows) {
    const state = row.undone_at ? 'undone' : row.sale_resumed_at ? 'public, sold again' : 'public, not sold';
    console.log(plain([berlinTime(row.recalled_at), row.cod_catalog, row.lot || 'all lots', state, row.product_name].join('  ')));
  }
  if (rows.length === 0) console.log('Nothing was recalled yet.');
}

async function actOn(ctx: Context, recalled: Recalled, options: Options): Promise<void> {
  const { code } = recalled;
  if (!(await findProduct(ctx.db.read, code)))
    return fail(`No product has the code ${plain(code)}. \`npm run shop -- stock list\` shows the codes.`);
  if (options.undo || options.sellAgain) return end(ctx, recalled, options);
  const hazard = hazardOf(options);
  if (Object.keys(hazard).length === 0) return listConcerned(ctx, recalled);
  const missing = LOCALE_CODES.filter((locale) => !hazard[locale]).map((locale) => `--${LOCALES[locale].csv}`);
  if (missing.length > 0)
    return fail(`Describe the danger in every language of the shop: ${missing.join(', ')} is missing. Nothing was done.`);
  for (const locale of LOCALE_CODES) {
    const phrase = belittlingPhrase(hazard[locale] ?? '', locale);
    if (phrase)
      return fail(`"${phrase}" makes the danger look smaller, which the law forbids (Art. 36(2)(c) GPSR). Leave it out. Nothing was done.`);
  }
  const concerned = await findConcerned(ctx.db.read, recalled);
  if (!options.yes && !(await isTyped('the code', questionOf(code, concerned.length), (answer) => answer === code))) return;
  report(await recallProduct(ctx, recalled, hazard as Hazard), recalled);
}

/** The texts by language that the command names. */
const hazardOf = (options: Options): Partial<Hazard> =>
  Object.fromEntries(LOCALE_CODES.flatMap((locale) => (options[LOCALES[locale].csv] ? [[locale, options[LOCALES[locale].csv]]] : [])));

const EXAMPLE = Object.values(LOCALES)
  .map(({ csv }) => `--${csv} "…"`)
  .join(' ');

const ordersOf = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`;
const questionOf = (code: string, count: number) =>
  `Type the code to lock the product, publish the recall and mail the buyers of ${ordersOf(count)} (${code}): `;

async function listConcerned({ db }: Context, recalled: Recalled): Promise<void> {
  const concerned = await findConcerned(db.read, recalled);
  for (const { order, certainty } of concerned) console.log(lineOf(order, certainty));
  console.log(
    `${ordersOf(concerned.length)}. Nothing was done yet. To lock the product, publish the recall and mail the buyers, say what may happen: ${EXAMPLE}`,
  );
}

const lineOf = (order: Concerned['order'], certainty: Concerned['certainty']): string =>
  plain(
    [
      ...[berlinTime(order.orderedAt), order.orderNumber, order.status, order.clientName, order.email, order.locale],
      ...(certainty === 'no_lot' ? ['no lot noted'] : []),
    ].join('  '),
  );

function report(count: number, { code, lot }: Recalled): void {
  const again = `npm run shop -- recall ${code}${lot === undefined ? '' : ` --lot ${lot}`}`;
  console.log(
    [
      `${code} can’t be ordered any more, and the page /recalls tells everybody.`,
      `The buyers of ${ordersOf(count)} get a mail, each once. A payment that was under way may still become an order: run this command again in an hour.`,
      `Do not send parcels with it that are still here: \`${again}\` lists the orders and their states.`,
      'Report a dangerous product to the authority, too: Safety Business Gateway of the EU; for food, the food authority of your town.',
      `When what is in stock is safe: ${again} --sell-again. If the recall was a mistake: ${again} --undo`,
    ].join('\n'),
  );
}

async function end(ctx: Context, recalled: Recalled, { undo }: Options): Promise<void> {
  const ended = await (undo ? undoRecall : resumeSale)(ctx, recalled);
  if (!ended) return fail('There is no such recall. `npm run shop -- recall` lists all; name the same lot.');
  console.log(
    undo
      ? 'The notice is gone. Mails that were sent can’t be taken back: tell their readers that the recall was a mistake.'
      : 'The notice stays public.',
  );
  console.log(`${plain(recalled.code)} is sold again, unless another recall or missing facts forbid it.`);
}
