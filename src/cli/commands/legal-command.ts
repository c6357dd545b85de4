import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { blocksSale, type GapLevel } from '#src/features/catalogue/gap.ts';
import { shopConditions } from '#src/features/catalogue/server/shop-conditions.ts';
import { dutyOf } from '#src/features/editing/server/catalogue-entry.ts';
import { readCatalogueFiles, type CatalogueFiles } from '#src/features/editing/server/import/catalogue-files.ts';
import { summariseGaps } from '#src/features/editing/server/gap-summary.ts';
import { listClaims } from '#src/features/editing/server/list-claims.ts';
import { listGaps, type IncompleteProduct } from '#src/features/editing/server/list-gaps.ts';
import { loadCalendar } from '#src/features/legal/server/law-calendar.loader.ts';
import { loadLegalText } from '#src/features/legal/server/legal.loader.ts';
import { listDeletions } from '#src/features/privacy/server/deletion.repository.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { loadConfig } from '#src/settings/environment/config.ts';
import { FACT_HELP } from '#src/settings/shop-yaml/fact-help.ts';
import { contentPlace } from '#src/server/editorial-content.ts';
import { tagsIn } from '#src/server/safe-html.ts';
import { isImprintFact, missingShopFacts, type ShopData } from '#src/settings/shop-yaml/shop-data.ts';
import { loadShopData } from '#src/server/shop-file.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { LEGAL_PAGES } from '#src/shared/paths.ts';
import { jsonOption, printJson } from '../json.ts';
import { wholeNumber } from '../whole-number.ts';

/** Prints a heading and its lines, if there are any. */
function printList(heading: string, lines: string[]): void {
  if (lines.length > 0) console.log([heading, ...lines.map((line) => `  ${line}`), ''].join('\n'));
}

export function legalCommand(): Command {
  const command = new Command('legal').description('Legal texts and the company details in them.');
  command
    .command('check')
    .description(
      'list what the owner still has to supply: company details, register numbers, product facts, ' +
        'and texts that a lawyer must check',
    )
    .action(check);
  command
    .command('deletions')
    .description('the log of deletions at the end of legal retention, newest first: local time, how many, what, why')
    .option('--limit <n>', 'number of lines', wholeNumber('--limit 20'), 50)
    .addOption(jsonOption())
    .action(({ limit, json }: { limit: number; json?: true }) =>
      withContext(async ({ db }) => {
        const rows = await listDeletions(db.read, limit);
        if (json) return printJson(rows.map(({ at, count, what, reason }) => ({ at, count, what, reason })));
        for (const { at, count, what, reason } of rows)
          console.log([berlinTime(at), `${count} ${what}`, reason].join('  '));
        if (rows.length === 0) console.log('Nothing was deleted yet.');
      }),
    );
  return command;
}

async function check(): Promise<void> {
  const config = loadConfig();
  const shop = loadShopData();
  const legal = { config: { siteUrl: config.siteUrl }, shop };
  const catalogue = await readOwnCatalogue(path.join(config.contentDir, 'catalogue'));
  const open = [...missingShopFacts(shop), ...missingRegisters(shop, catalogue)];
  const [imprint, others] = [open.filter(isImprintFact), open.filter((name) => !isImprintFact(name))];
  const explain = (names: string[]) => names.map((name) => `${name}: ${FACT_HELP[name]}`);
  const place = `${contentPlace('shop.yaml')} (company.name is the line "name" below "company")`;
  printList(
    `Write these into ${place}. Until then the shop does not start at a public address (§ 5 DDG):`,
    explain(imprint),
  );
  printList(`Write these into ${contentPlace('shop.yaml')} before the first sale:`, explain(others));
  const products = catalogue ? printMissingProductFacts(shop, catalogue) : 0;
  const texts = LEGAL_PAGES.flatMap((page) => LOCALE_CODES.map((locale) => loadLegalText(page, locale, legal)));
  const fileOf = ({ page, locale }: (typeof texts)[number]) => contentPlace(`legal/${page}.${locale}.md`);
  const unsafe = texts.filter(({ removed }) => removed.length > 0);
  printList(
    'The shop does not show this HTML. Remove it, or write it in Markdown:',
    unsafe.map((text) => `${fileOf(text)}: ${text.removed.join(' ')}`),
  );
  const own = ownTextsWithTags(shop.texts);
  printList(`Pages show these tags as they are typed. Remove them from texts in ${contentPlace('shop.yaml')}:`, own);
  if (unsafe.length > 0 || own.length > 0) process.exitCode = 1;
  const drafts = texts.filter(({ draft }) => draft);
  printList(
    'Give these texts to a lawyer, with the decisions in docs/decisions that say "for the owner’s lawyer to ' +
      'confirm". When the lawyer agrees with a text, ' +
      'write "draft: false" into its first lines instead of "draft: true":',
    drafts.map(fileOf),
  );
  const { invalid, soon } = loadCalendar(legal, new Date());
  printList(
    'The law has changed. Renew these now; until then pages keep their last form, ' +
      'and a shop without a build gets none:',
    invalid,
  );
  printList('These end or are due within 30 days. Prepare them:', soon);
  console.log(`Open: ${open.length} facts of the company, ${products} products, ${drafts.length} texts`);
}

const ownTextsWithTags = (texts: ShopData['texts']): string[] =>
  Object.entries(texts).flatMap(([locale, own]) =>
    Object.entries(own ?? {}).flatMap(([key, text]) => {
      const tags = tagsIn(text);
      return tags.length > 0 ? [`${locale} ${key}: ${tags.join(' ')}`] : [];
    }),
  );

/** undefined for an owner who imports single tables. */
const readOwnCatalogue = async (folder: string): Promise<CatalogueFiles | undefined> =>
  existsSync(folder) ? readCatalogueFiles(folder, []) : undefined;

/** A missing number of the deposit system, although the shop sells drinks with a single-use deposit. */
function missingRegisters(shop: ShopData, catalogue: CatalogueFiles | undefined): string[] {
  const sells = catalogue?.products.some(({ row }) => !row.reusable && dutyOf(row).deposit > 0);
  return sells && !shop.registers.dpg ? ['registers.dpg'] : [];
}

const summaryLines = (incomplete: IncompleteProduct[], level: GapLevel) =>
  summariseGaps(incomplete, level).map(({ columns, ask, products }) => `${columns.join(', ')} (${products}): ${ask}`);

/** Prints the gaps that block products' sale. Returns the number of products. */
function printMissingProductFacts(data: ShopData, files: CatalogueFiles): number {
  const shop = shopConditions(data);
  // The company's own address is requested once above. Without it imported products are locked as well.
  const incomplete = listGaps(files, { ...shop, hasImporter: true });
  const locked = listGaps(files, shop).filter(({ gaps }) => gaps.some(blocksSale)).length;
  printList(
    `${locked} of ${files.products.length} products can’t be ordered at a public address before these facts are ` +
      'known. To ask for them, ' +
      '`npm run shop -- catalogue check --suppliers lists` writes a table for each supplier into the folder ' +
      '"lists". Copy the answers into products.csv:',
    summaryLines(incomplete, 'blocks sale'),
  );
  printList(
    'The law asks for these facts of products, too, although they can be ordered without them:',
    summaryLines(incomplete, 'due'),
  );
  printList(
    'These words promise more than the law allows. Say it without them:',
    listClaims(files).map(({ place, phrase }) => `${place}: “${phrase}”`),
  );
  return locked;
}
