import { Command } from 'commander';
import { loadCalendar } from '#src/features/legal/server/law-calendar.loader.ts';
import { loadLegalText } from '#src/features/legal/server/legal.loader.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { loadConfig } from '#src/server/config.ts';
import { FACT_HELP } from '#src/server/fact-help.ts';
import { isImprintFact, loadShopData, missingShopFacts } from '#src/server/shop-data.ts';
import { LEGAL_PAGES } from '#src/shared/paths.ts';

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
        'Fill in in src/content/shop.yaml; without these facts the shop does not start at a public address (§ 5 DDG):',
        explain(imprint),
      );
      printList('Fill in in src/content/shop.yaml before the first sale:', explain(others));
      printList(
        'Have a lawyer read these texts. Then write "draft: false" into the head of each one:',
        drafts.map(({ page, locale }) => `src/content/legal/${page}.${locale}.md`),
      );
      printList('Renew now, because the law has changed:', invalid);
      printList('Renew soon:', soon);
      console.log(`${open.length} facts and ${drafts.length} texts are open`);
    });
  return command;
}
