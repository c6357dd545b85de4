import { Command } from 'commander';
import { languagesWithout, findConcerned, mailRecall, type Concerned, type Hazard } from '#src/features/checkout/server/recall.service.ts';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from './berlin-time.ts';
import { fail } from './orders/named-orders.ts';
import { plain } from './plain.ts';
import { isTyped } from './typed.ts';

/** A text under the short name of each language, and: */
interface Options extends Record<string, string | true | undefined> {
  lot?: string;
  yes?: true;
}

export function recallCommand(): Command {
  const command = new Command('recall')
    .description('list who bought a product or one lot of it; with the danger described, also mail them to stop using it')
    .argument('<code>')
    .option('--lot <lot>', 'only this lot; orders without a noted lot are concerned too')
    .option('--yes', 'mail without typing the code');
  for (const { csv, label } of Object.values(LOCALES)) command.option(`--${csv} <danger>`, `what may happen, for buyers who read ${label}`);
  return command.action(recall);
}

/** The texts by language that the command names. */
const hazardOf = (options: Options): Partial<Hazard> =>
  Object.fromEntries(LOCALE_CODES.flatMap((locale) => (options[LOCALES[locale].csv] ? [[locale, options[LOCALES[locale].csv]]] : [])));

const EXAMPLE = Object.values(LOCALES)
  .map(({ csv }) => `--${csv} "…"`)
  .join(' ');

const recall = (code: string, options: Options): Promise<void> =>
  withContext(async (ctx) => {
    const { lot, yes } = options;
    const concerned = await findConcerned(ctx, { code, lot });
    for (const one of concerned) console.log(lineOf(one));
    if (concerned.length === 0) return fail(`Nobody bought ${plain(code)}. \`npm run shop -- stock list\` shows the codes.`);
    const hazard = hazardOf(options);
    const orders = `${concerned.length} ${concerned.length === 1 ? 'order' : 'orders'}`;
    if (Object.keys(hazard).length === 0)
      return console.log(`${orders}. To mail their buyers, say what may happen: ${EXAMPLE}. Then stop the sale: stock set ${code} 0`);
    const missing = languagesWithout(concerned, hazard);
    if (missing.length > 0)
      return fail(`Some buyers read ${missing.join(' and ')}. Describe the danger in that language, too. Nothing was sent.`);
    if (!yes && !(await isTyped('the code', `Type the code to mail the buyers of ${orders} (${code}): `, (answer) => answer === code)))
      return;
    await mailRecall(ctx, { code, lot }, concerned, hazard as Hazard);
    console.log(
      `The buyers of ${orders} get a mail, each once. Report a dangerous product to the authority, too: Safety Business Gateway of the EU.`,
    );
  });

const lineOf = ({ order, certainty }: Concerned): string =>
  plain(
    [
      ...[berlinTime(order.orderedAt), order.orderNumber, order.status, order.clientName, order.email, order.locale],
      ...(certainty === 'no_lot' ? ['no lot noted'] : []),
    ].join('  '),
  );
