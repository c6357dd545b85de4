import { Command } from 'commander';
import { loadCalendar } from '#src/features/legal/server/law-calendar.loader.ts';
import { loadLegalText } from '#src/features/legal/server/legal.loader.ts';
import { listDeletions } from '#src/features/retention/server/deletion.repository.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { loadConfig } from '#src/server/config.ts';
import { FACT_HELP } from '#src/server/fact-help.ts';
import { contentPlace } from '#src/server/editorial-content.ts';
import { isImprintFact, loadShopData, missingShopFacts } from '#src/server/shop-data.ts';
import { withContext } from '#src/server/with-context.ts';
import { LEGAL_PAGES } from '#src/shared/paths.ts';
import { wholeNumber } from './whole-number.ts';

/** Prints a heading and its lines, if there are any. */
function printList(heading: string, lines: string[]): void {
  if (lines.length > 0) console.log([heading, ...lines.map((line) => `  ${line}`), ''].join('\n'));
}

export function legalCommand(): Command {
  const command = new Command('legal').description('the legal texts and the company’s facts in them');
  command
    .command('check')
    .description('list what the owner still has to supply: facts, register numbers, and texts that a lawyer must check')
    .action(() => {
      const { siteUrl } = loadConfig();
      const open = missingShopFacts(loadShopData());
      const [imprint, others] = [open.filter(isImprintFact), open.filter((name) => !isImprintFact(name))];
      const explain = (names: string[]) => names.map((name) => `${name}: ${FACT_HELP[name]}`);
      const drafts = LEGAL_PAGES.flatMap((page) =>
        LOCALE_CODES.map((locale) => loadLegalText(page, locale, siteUrl)).filter(({ draft }) => draft),
      );
      const { invalid, soon } = loadCalendar(siteUrl, new Date());
      printList(
        `Fill in in ${contentPlace('shop.yaml')}; without these facts the shop does not start at a public address (§ 5 DDG):`,
        explain(imprint),
      );
      printList(`Fill in in ${contentPlace('shop.yaml')} before the first sale:`, explain(others));
      printList(
        'Have a lawyer read these texts. Then write "draft: false" into the head of each one:',
        drafts.map(({ page, locale }) => contentPlace(`legal/${page}.${locale}.md`)),
      );
      printList('Renew now, because the law has changed:', invalid);
      printList('Renew soon:', soon);
      console.log(`${open.length} facts and ${drafts.length} texts are open`);
    });
  command
    .command('deletions')
    .description('the log of deletions because a term of the law was over, newest first: time, how many, what, why')
    .option('--limit <n>', 'number of lines', wholeNumber, 50)
    .action(({ limit }: { limit: number }) =>
      withContext(async ({ db }) => {
        const rows = await listDeletions(db.read, limit);
        for (const { at, count, what, reason } of rows) console.log([at, `${count} ${what}`, reason].join('  '));
        if (rows.length === 0) console.log('Nothing was deleted yet.');
      }),
    );
  return command;
}
