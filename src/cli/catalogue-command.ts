import path from 'node:path';
import { Command } from 'commander';
import { blocksSale } from '#src/features/catalogue/gap.ts';
import { shopFactsOf } from '#src/features/catalogue/server/shop-facts.ts';
import type { QuantityEdit } from '#src/features/import/server/file-quantities.ts';
import { importCatalogue, readAndCheck } from '#src/features/import/server/import-catalogue.ts';
import { listClaims } from '#src/features/import/server/list-claims.ts';
import { listGaps, type IncompleteProduct } from '#src/features/import/server/list-gaps.ts';
import { describeMistake, type Mistake } from '#src/features/import/server/mistake.ts';
import { bySupplier, writeSupplierLists } from '#src/features/import/server/supplier-lists.ts';
import { readNotSold } from '#src/features/search/server/not-sold-file.ts';
import { readSynonyms, searchFolder } from '#src/features/search/server/synonyms-file.ts';
import { loadShopData } from '#src/server/shop-data.ts';
import type { Context } from '#src/server/context.ts';
import { withContext } from '#src/server/with-context.ts';
import { createProgress } from '#src/site/build/progress.ts';

/** The editors' catalogue, which a command takes when it names no other source. */
const ownCatalogue = ({ config }: Context): string => path.join(config.contentDir, 'catalogue');

const SHOWN_CODES = 20;

export function catalogueCommand(): Command {
  const command = new Command('catalogue').description('import and check the editors’ files');
  command
    .command('import')
    .argument('[source]', 'a catalogue folder or a products CSV (default: the catalogue in CONTENT_DIR)')
    .option('--partial', 'keep products that the source does not name, instead of withdrawing them')
    .option('--yes', 'also take prices that change by more than half')
    .description('write the whole catalogue to the database; any mistake stops the import before it writes')
    .action(runImport);
  command
    .command('check')
    .argument('[source]', 'a catalogue folder or a products CSV (default: the catalogue in CONTENT_DIR)')
    .option('--suppliers <folder>', 'also write one CSV per supplier with the facts to ask for')
    .option('--strict', 'end with status 1 when a product lacks a fact without which it must not be sold')
    .description('list mistakes (also in the search’s synonyms) and missing facts by supplier; the catalogue stays as it is')
    .action(runCheck);
  return command;
}

async function runImport(
  source: string | undefined,
  { partial = false, yes = false }: { partial?: boolean; yes?: boolean },
): Promise<void> {
  await withContext(
    async (ctx) => {
      const result = await importCatalogue(ctx, {
        source: source ?? ownCatalogue(ctx),
        partial,
        refusesJumps: !yes,
        onProgress: createProgress(),
      });
      if (!result.ok) {
        printMistakes(result.error);
        console.error('Nothing was changed.');
        return;
      }
      const { added, changed, withdrawn, left, quantities } = result.value;
      console.log(`added ${added.length}${listed(added)}`);
      console.log(`changed ${changed.length}${listed(changed)}`);
      console.log(`withdrawn ${withdrawn.length}${listed(withdrawn)}`);
      console.log(`left as they are ${left}`);
      printQuantities(quantities);
    },
    { creates: true },
  );
}

function printQuantities(edits: QuantityEdit[]): void {
  if (edits.length === 0) return;
  console.log('Ignored: quantities that were edited in the files, because the shop counts its stock itself. To set one:');
  for (const { code, before, units, stock } of edits.slice(0, SHOWN_CODES))
    console.log(`  npm run shop -- stock set ${code} ${units}    (the files said ${before} before; the shop has ${stock})`);
  if (edits.length > SHOWN_CODES) console.log(`  and ${edits.length - SHOWN_CODES} more`);
}

interface CheckOptions {
  suppliers?: string;
  strict?: boolean;
}

async function runCheck(source: string | undefined, { suppliers, strict }: CheckOptions): Promise<void> {
  await withContext(async (ctx) => {
    const { files, mistakes: inCatalogue } = await readAndCheck(ctx, source ?? ownCatalogue(ctx));
    const folder = searchFolder(ctx.config);
    const mistakes = [...inCatalogue, ...(await readSynonyms(folder)).mistakes, ...(await readNotSold(folder)).mistakes];
    printMistakes(mistakes);
    const open = listGaps(files, shopFactsOf(loadShopData()));
    for (const [supplier, products] of bySupplier(open)) printGaps(supplier, products);
    for (const { place, phrase, kind, law } of listClaims(files)) console.log(`wording: ${place}: “${phrase}” may be a ${kind} (${law})`);
    const blocked = open.filter(({ gaps }) => gaps.some(blocksSale));
    if (strict && blocked.length > 0) process.exitCode = 1;
    if (suppliers !== undefined) {
      const written = await writeSupplierLists(suppliers, open);
      console.log(`wrote ${written.length} lists to ${suppliers}`);
    }
    console.log(`${blocked.length} products must not be sold before their facts are complete`);
    console.log(`${files.products.length} products, ${mistakes.length} mistakes, ${open.length} products with missing facts`);
  });
}

function printGaps(supplier: string, products: IncompleteProduct[]): void {
  console.log(`${supplier}:`);
  for (const { code, name, gaps } of products) {
    console.log(`  ${code} ${name}`);
    for (const { level, column, ask, law } of gaps) console.log(`    ${level}: ${column}. ${ask} (${law})`);
  }
}

function printMistakes(mistakes: Mistake[]): void {
  if (mistakes.length === 0) return;
  process.exitCode = 1;
  console.error(`${mistakes.length} ${mistakes.length === 1 ? 'mistake' : 'mistakes'}:`);
  for (const mistake of mistakes) console.error(`  ${describeMistake(mistake)}`);
}

function listed(codes: string[]): string {
  if (codes.length === 0) return '';
  const more = codes.length - SHOWN_CODES;
  return `: ${codes.slice(0, SHOWN_CODES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
