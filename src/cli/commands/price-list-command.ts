import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { MOST_SUPPLIER } from '#src/features/deliveries/server/delivery.service.ts';
import { FILE_LIMITS, readSupplierFile } from '#src/features/deliveries/server/supplier-file.ts';
import { withCatalogueLock } from '#src/features/editing/server/catalogue-lock.ts';
import { saveDraftIn } from '#src/features/editing/server/drafts.service.ts';
import { ROUNDINGS, type Rounding } from '#src/features/editing/server/price-change.ts';
import {
  currencyAbove,
  findHead,
  findHeadWith,
  guessColumns,
  isUsable,
  LIST_COLUMNS,
  namesOf,
  SALE_RULES,
  type ColumnNames,
  type ListColumn,
  type ListSettings,
  type SaleRule,
} from '#src/features/price-lists/price-list.ts';
import { isDoubtful, type PriceLine } from '#src/features/price-lists/price-line.ts';
import { comparePriceList, findRemembered, saveCostsIn } from '#src/features/price-lists/server/price-list.service.ts';
import { formatPrice, writtenNumbers } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { withContext } from '#src/server/with-context.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';
import { fail } from './orders/named-orders.ts';

const t = translator('en-US');
const NOTHING = 'Nothing was saved.';

interface Options {
  supplier: string;
  column: ColumnNames;
  sale?: SaleRule;
  rounding?: Rounding;
  euros?: true;
  save?: true;
  yes?: true;
}

/** `stock price-list`. */
export const priceListCommand = (): Command =>
  new Command('price-list')
    .description(
      'show what a supplier’s price list would change, and save it: purchase prices, and drafts of sale prices',
    )
    .argument('<file>', 'CSV or Excel (.xlsx), with any names of columns')
    .requiredOption('--supplier <name>', 'whose list it is; the columns are remembered for each')
    .option(
      '--column <what=name>',
      `what a column means: ${LIST_COLUMNS.join(', ')} (for example --column "cost=EK netto")`,
      readColumn,
      {},
    )
    .addOption(new Option('--sale <rule>', 'of the sale prices').choices(SALE_RULES))
    .addOption(new Option('--rounding <ending>', 'of new sale prices').choices(Object.keys(ROUNDINGS)))
    .option('--euros', 'the prices are in euros, although the file names another currency above its table')
    .option('--save', 'save what is shown')
    .option('--yes', 'also save prices that change by more than half, and first ones above the sale price')
    .action(priceList);

function readColumn(text: string, known: ColumnNames): ColumnNames {
  const [, what, name = ''] = /^(\w+)=(.+)$/.exec(text) ?? [];
  if (!LIST_COLUMNS.some((column) => column === what))
    throw new InvalidArgumentError(`Write one of ${LIST_COLUMNS.join(', ')}, and the name. Example: --column ean=GTIN`);
  return { ...known, [what as ListColumn]: name.trim() };
}

const say = (text: string): void => console.log(stripControlCharacters(text));
const refuse = (text: string): void => fail(stripControlCharacters(`${text} ${NOTHING}`));

async function priceList(file: string, options: Options): Promise<void> {
  const supplier = options.supplier.trim().replace(/\s+/g, ' ');
  if (supplier === '' || supplier.length > MOST_SUPPLIER)
    return refuse(t('desk:errors.delivery_supplier', { most: MOST_SUPPLIER }));
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return refuse(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
  const rows = readSupplierFile(bytes);
  if (!rows.ok) return refuse(t(`desk:errors.${rows.error.kind}`, writtenNumbers(FILE_LIMITS)));
  await withContext(async (ctx) => {
    const remembered = await findRemembered(ctx.db.read, supplier);
    const named = Object.keys(options.column).length > 0 ? options.column : remembered?.columns;
    const head = named ? findHeadWith(rows.value, named) : findHead(rows.value);
    if (head < 0) return refuse(named ? namesMissing(named) : t('desk:errors.price_list_head'));
    const settings: ListSettings = {
      columns: named ?? guessColumns(rows.value[head]!),
      rule: options.sale ?? remembered?.rule ?? 'keep',
      rounding: options.rounding ?? remembered?.rounding ?? 'cent',
    };
    if (!isUsable(settings)) return refuse(`${columnsUnclear} The file has: ${namesOf(rows.value[head]!).join(', ')}.`);
    const currency = options.euros ? undefined : currencyAbove(rows.value, head, settings.columns);
    if (currency) return refuse(`${file} names ${currency} above its table. If its prices are in euros, add --euros.`);
    const compared = await comparePriceList(ctx.db.read, supplier, { rows: rows.value, head, settings });
    for (const { line, problem } of compared.problems)
      console.error(
        stripControlCharacters(`${file}:${line}: ${t(`priceList:lineProblems.${problem.kind}`, problem.values)}`),
      );
    for (const line of compared.lines) say(lineText(line));
    if (compared.unknown.length > 0) say(`About no product of the shop: ${compared.unknown.join(', ')}`);
    say(`${compared.lines.length + compared.left} change, ${compared.unchanged} stay.`);
    if (compared.left > 0) say(t('priceList:left', { count: compared.left }));
    await save(ctx, { supplier, settings }, compared.lines, options);
  });
}

const namesMissing = (columns: ColumnNames): string =>
  `No row of the file has the columns ${Object.values(columns).join(', ')}. Name them with --column.`;

const columnsUnclear =
  'Name the column with the EAN or code, and that of the price: --column ean=GTIN --column "cost=EK netto".';

function lineText({ code, name, cost, sale, isJump, isAboveSale }: PriceLine): string {
  const arrow = (before: number | undefined, after: number) =>
    `${before === undefined ? 'new' : formatPrice(before)} -> ${formatPrice(after)}`;
  return [
    code,
    name,
    ...(cost ? [`cost ${arrow(cost.before, cost.after)}`] : []),
    ...(sale ? [`sale ${arrow(sale.before, sale.after)}`] : []),
    ...(isJump ? ['MORE THAN HALF'] : []),
    ...(isAboveSale ? ['ABOVE THE SALE PRICE'] : []),
  ].join('  ');
}

interface List {
  supplier: string;
  settings: ListSettings;
}

async function save(ctx: Context, list: List, lines: readonly PriceLine[], options: Options): Promise<void> {
  if (lines.length === 0) return;
  if (!options.save) return say('Nothing is saved yet. Save it with --save.');
  const jumps = lines.filter(isDoubtful).map(({ code }) => code);
  if (jumps.length > 0 && !options.yes)
    return refuse(
      `Prices that change by more than half, or cost more than the sale price: ${jumps.join(', ')}. Correct them, or add --yes.`,
    );
  try {
    await withCatalogueLock(ctx, (tx) => saveAll(ctx, tx, list, lines));
  } catch (error) {
    if (!(error instanceof DraftRefused)) throw error;
    return refuse(
      `The draft of ${error.code} cannot take the new price. Open it at the desk, and correct what it says.`,
    );
  }
  say(`Saved: ${lines.length}.`);
  if (lines.some(({ sale }) => sale)) say('New sale prices wait as drafts: publish them at the desk.');
}

class DraftRefused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

async function saveAll(ctx: Context, tx: Writer, list: List, lines: readonly PriceLine[]): Promise<void> {
  for (const { code, sale, base } of lines) {
    if (!sale) continue;
    const price = { real_price: (sale.after / 100).toFixed(2) };
    const saved = await saveDraftIn(ctx, tx, { kind: 'product', key: code }, (shown) => ({ ...shown, ...price }), base);
    if (!saved.ok) throw new DraftRefused(code);
  }
  await saveCostsIn(ctx, tx, list, lines);
}
