import { Command } from 'commander';
import { loadLegalText } from '#src/features/legal/server/legal.loader.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { loadConfig } from '#src/server/config.ts';
import { loadShopData, missingShopFacts } from '#src/server/shop-data.ts';
import { LEGAL_PAGES } from '#src/shared/paths.ts';

export function legalCommand(): Command {
  const command = new Command('legal').description('the legal texts and the company’s facts in them');
  command
    .command('check')
    .description('list facts that are still placeholders and texts that a lawyer must still check')
    .action(() => {
      const { siteUrl } = loadConfig();
      const open = missingShopFacts(loadShopData());
      const drafts = LEGAL_PAGES.flatMap((page) =>
        LOCALE_CODES.map((locale) => loadLegalText(page, locale, siteUrl)).filter(({ draft }) => draft),
      );
      for (const name of open) console.log(`src/content/shop.yaml: ${name} is a placeholder`);
      for (const { page, locale } of drafts) console.log(`src/content/legal/${page}.${locale}.md is a draft`);
      console.log(`${open.length} placeholders, ${drafts.length} drafts`);
    });
  return command;
}
