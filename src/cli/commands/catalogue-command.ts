import path from 'node:path';
import { Command } from 'commander';
import { blocksSale, type GapLevel } from '#src/features/catalogue/gap.ts';
import { shopConditions } from '#src/features/catalogue/server/shop-conditions.ts';
import { exportCatalogue, type ExportRefusal } from '#src/features/editing/server/import/export-catalogue.ts';
import type { QuantityEdit } from '#src/features/editing/server/import/file-quantities.ts';
import { importCatalogue, readAndCheck } from '#src/features/editing/server/import/import-catalogue.ts';
import type { Choice } from '#src/features/editing/server/merge-versions.ts';
import { listClaims } from '#src/features/editing/server/list-claims.ts';
import { requestOf } from '#src/features/editing/server/gap-request.ts';
import { listGaps, type IncompleteProduct } from '#src/features/editing/server/list-gaps.ts';
import { describeMistake, type Mistake } from '#src/server/content/mistake.ts';
import { checkGoesWith } from '#src/features/editing/server/checks/check-goes-with.ts';
import { checkPictures } from '#src/features/editing/server/checks/check-pictures.ts';
import { bySupplier, writeSupplierLists } from '#src/features/editing/server/import/supplier-lists.ts';
import { checkSlideFiles } from '#src/features/home/server/slides.loader.ts';
import { checkRecipes } from '#src/features/recipes/server/recipes.loader.ts';
import { checkStories } from '#src/features/stories/server/stories.loader.ts';
import { checkRedirects } from '#src/features/redirects/server/redirects.service.ts';
import { readNotSold } from '#src/features/search/server/not-sold-file.ts';
import { readSynonyms, searchFolder } from '#src/features/search/server/synonyms-file.ts';
import type { Context } from '#src/server/context.ts';
import { Refusal } from '#src/server/run-program.ts';
import { withContext } from '#src/server/with-context.ts';
import { createProgress } from '#src/site/build/progress.ts';
import { codeDigest } from '../code-digest.ts';
import { convertCommand } from './convert-command.ts';

/** The editors' catalogue, the default source of commands. */
const ownCatalogue = ({ config }: Context): string => path.join(config.contentDir, 'catalogue');

const SHOWN_CODES = 20;
const SHOWN_HINTS = 20;

export function catalogueCommand(): Command {
  const command = new Command('catalogue').description('Import, export and check the editors’ files.');
  command
    .command('import')
    .argument('[source]', 'a catalogue folder or a products CSV (default: the catalogue in CONTENT_DIR)')
    .option('--partial', 'keep products that the source does not name, instead of withdrawing them')
    .option('--theirs [codes...]', 'where files and desk both changed, take the files: for these codes, or for all')
    .option('--ours [codes...]', 'the same, but keep what the desk says')
    .option(
      '--accept <code>',
      'take the price of this product although it changes by more than half; may be repeated',
      accepted,
    )
    .option('--yes', 'take all prices that change by more than half, and withdraw more than a tenth of the products')
    .description('write the whole catalogue to the database; any mistake stops the import before it writes')
    .action(runImport);
  command
    .command('export')
    .argument('[folder]', 'an empty or a catalogue folder (default: the catalogue in CONTENT_DIR)')
    .description('write the published catalogue as files; files of withdrawn products are removed')
    .action(runExport);
  command.addCommand(convertCommand());
  command
    .command('check')
    .argument('[source]', 'a catalogue folder or a products CSV (default: the catalogue in CONTENT_DIR)')
    .option('--suppliers <folder>', 'also write one CSV per supplier with the facts to ask for')
    .option('--all', 'also list every missing fact by supplier, every word that may promise too much, and all hints')
    .option('--strict', 'end with status 1 when a product lacks a fact without which it must not be sold')
    .description(
      'list mistakes of the catalogue, slides, recipes, pages and search words, and count missing facts; nothing is changed',
    )
    .action(runCheck);
  return command;
}

const anyCase = (key: string): string => key.toUpperCase();

const accepted = (code: string, before: string[] = []): string[] => [...before, code];

interface ImportFlags {
  partial?: boolean;
  accept?: string[];
  yes?: boolean;
  /** true: for all codes. */
  ours?: true | string[];
  theirs?: true | string[];
}

const namedBy = (flag: ImportFlags['ours']): string[] => (Array.isArray(flag) ? flag : []);

/** A named code overrides a flag for all. */
function chooserOf({ ours, theirs }: ImportFlags): (key: string) => Choice {
  const [keeps, takes] = [ours, theirs].map((flag) => new Set(namedBy(flag).map(anyCase)));
  return (key) => {
    if (keeps!.has(anyCase(key))) return 'ours';
    if (takes!.has(anyCase(key))) return 'theirs';
    if (ours === true) return 'ours';
    return theirs === true ? 'theirs' : undefined;
  };
}

async function runImport(source: string | undefined, flags: ImportFlags): Promise<void> {
  const { partial = false, accept = [], yes = false, ours, theirs } = flags;
  if (ours === true && theirs === true)
    throw new Refusal(
      '--ours and --theirs cannot both apply to all products. Write codes after one of them. Example: ' +
        '--ours --theirs BEB-001. Nothing was done.',
    );
  await withContext(
    async (ctx) => {
      const result = await importCatalogue(ctx, {
        source: source ?? ownCatalogue(ctx),
        partial,
        guard: yes ? undefined : { accepted: new Set(accept.map(anyCase)) },
        named: [...accept, ...namedBy(ours), ...namedBy(theirs)],
        choose: chooserOf(flags),
        code: codeDigest(),
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

async function runExport(folder: string | undefined): Promise<void> {
  await withContext(async (ctx) => {
    const target = path.resolve(folder ?? ownCatalogue(ctx));
    const result = await exportCatalogue(ctx, target, { agrees: target === ownCatalogue(ctx) });
    if (result.ok) {
      const { products, written, removed, foreign } = result.value;
      console.log(`${products} products: wrote ${written} files to ${target}, removed ${removed}`);
      if (foreign.length > 0)
        console.log(`left alone, because they belong to no product of the shop${listed(foreign)}`);
      return;
    }
    process.exitCode = 1;
    console.error(describeRefusal(result.error));
  });
}

function describeRefusal(refusal: ExportRefusal): string {
  if (refusal.kind === 'not_a_catalogue')
    return (
      `The folder contains ${refusal.file} and no categories.csv of this shop, so it is not a catalogue. ` +
      'Name an empty folder.'
    );
  const { codes } = refusal;
  return (
    `${codes.length} products were imported by an earlier version${listed(codes)}. ` +
    'Import the catalogue folder once, then export.'
  );
}

function printQuantities(edits: QuantityEdit[]): void {
  if (edits.length === 0) return;
  console.log(
    'Ignored: quantities that were edited in the files, because the shop counts its stock itself. To set one:',
  );
  for (const { code, before, units, stock } of edits.slice(0, SHOWN_CODES))
    console.log(
      `  npm run shop -- stock set ${code} ${units}    (the files said ${before} before; the shop has ${stock})`,
    );
  if (edits.length > SHOWN_CODES) console.log(`  and ${edits.length - SHOWN_CODES} more`);
}

interface CheckOptions {
  suppliers?: string;
  all?: true;
  strict?: boolean;
}

async function runCheck(source: string | undefined, { suppliers, all, strict }: CheckOptions): Promise<void> {
  await withContext(async (ctx) => {
    const place = source ?? ownCatalogue(ctx);
    const { files, mistakes: withCatalogueLock } = await readAndCheck(ctx, place);
    const folder = searchFolder(ctx.config);
    const pictures = await checkPictures(place, files);
    const slides = await checkSlideFiles(ctx.config);
    const codes = new Set(files.products.map(({ row }) => row.cod_catalog));
    const [recipes, stories] = [checkRecipes(codes), checkStories(codes)];
    const inSearch = [...(await readSynonyms(folder)).mistakes, ...(await readNotSold(folder)).mistakes];
    const mistakes = [
      ...withCatalogueLock,
      ...pictures.mistakes,
      ...slides.mistakes,
      ...recipes.mistakes,
      ...stories.mistakes,
      ...(source ? [] : await checkRedirects(ctx)),
      ...inSearch,
    ];
    const hints = [
      ...pictures.hints,
      ...slides.hints,
      ...checkGoesWith(files.products),
      ...(source ? [] : [...recipes.hints, ...stories.hints]),
    ].map(describeMistake);
    const open = listGaps(files, shopConditions(ctx.shop));
    const claims = listClaims(files).map(
      ({ place, phrase, kind, law }) => `${place}: “${phrase}” may be a ${kind} (${law})`,
    );
    if (all) {
      for (const [supplier, products] of bySupplier(open)) printGaps(supplier, products);
      for (const claim of claims) console.log(`wording: ${claim}`);
    } else {
      for (const level of LEVELS) printLevel(open, level);
      if (claims.length > 0) console.log(`${counted(claims.length, 'place')} in texts may promise too much`);
      if (open.length + claims.length > 0) console.log('With --all each of them is listed.');
    }
    for (const hint of all ? hints : hints.slice(0, SHOWN_HINTS)) console.log(`hint: ${hint}`);
    if (!all && hints.length > SHOWN_HINTS)
      console.log(`hint: and ${hints.length - SHOWN_HINTS} more; --all lists them`);
    const blocked = open.filter(({ gaps }) => gaps.some(blocksSale));
    if (strict && blocked.length > 0) process.exitCode = 1;
    if (suppliers !== undefined) {
      const written = await writeSupplierLists(suppliers, open);
      console.log(`wrote ${counted(written.length, 'list')} to ${suppliers}`);
    }
    console.log(`${counted(blocked.length, 'product')} must not be sold before their facts are complete`);
    const lacking = `${counted(open.length, 'product')} with missing facts`;
    console.log([counted(files.products.length, 'product'), counted(mistakes.length, 'mistake'), lacking].join(', '));
    // Last, so that they are not lost above the rest.
    printMistakes(mistakes);
  });
}

const LEVELS: GapLevel[] = ['blocks sale', 'due', 'recommended'];

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function printLevel(open: IncompleteProduct[], level: GapLevel): void {
  const lacking = open.filter(({ gaps }) => gaps.some((gap) => gap.level === level)).length;
  const facts = open.flatMap(({ gaps }) => gaps).filter((gap) => gap.level === level).length;
  if (facts > 0) console.log(`${level}: ${counted(facts, 'fact')} of ${counted(lacking, 'product')}`);
}

function printGaps(supplier: string, products: IncompleteProduct[]): void {
  console.log(`${supplier}:`);
  for (const { code, name, gaps } of products) {
    console.log(`  ${code} ${name}`);
    for (const gap of gaps) console.log(`    ${gap.level}: ${gap.column}. ${requestOf(gap)} (${gap.law})`);
  }
}

function printMistakes(mistakes: Mistake[]): void {
  if (mistakes.length === 0) return;
  process.exitCode = 1;
  console.error(`${counted(mistakes.length, 'mistake')}:`);
  for (const mistake of mistakes) console.error(`  ${describeMistake(mistake)}`);
}

function listed(codes: string[]): string {
  if (codes.length === 0) return '';
  const more = codes.length - SHOWN_CODES;
  return `: ${codes.slice(0, SHOWN_CODES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
