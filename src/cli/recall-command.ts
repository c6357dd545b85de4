import { Command } from 'commander';
import { languagesWithout, findConcerned, mailRecall, type Concerned, type Hazard } from '#src/features/checkout/server/recall.service.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from './berlin-time.ts';
import { fail } from './orders/named-orders.ts';
import { plain } from './plain.ts';
import { isTyped } from './typed.ts';

interface Options {
  lot?: string;
  pt?: string;
  de?: string;
  en?: string;
  yes?: true;
}

export const recallCommand = (): Command =>
  new Command('recall')
    .description('list who bought a product or one lot of it; with the danger described, also mail them to stop using it')
    .argument('<code>')
    .option('--lot <lot>', 'only this lot; orders without a noted lot are concerned too')
    .option('--pt <danger>', 'what may happen, for buyers who read Portuguese')
    .option('--de <danger>', 'the same in German')
    .option('--en <danger>', 'the same in English')
    .option('--yes', 'mail without typing the code')
    .action(recall);

const recall = (code: string, { lot, pt, de, en, yes }: Options): Promise<void> =>
  withContext(async (ctx) => {
    const concerned = await findConcerned(ctx, { code, lot });
    for (const one of concerned) console.log(lineOf(one));
    if (concerned.length === 0) return fail(`Nobody bought ${plain(code)}. \`npm run shop -- stock list\` shows the codes.`);
    const hazard: Partial<Hazard> = { ...(pt && { 'pt-BR': pt }), ...(de && { 'de-DE': de }), ...(en && { 'en-US': en }) };
    const orders = `${concerned.length} ${concerned.length === 1 ? 'order' : 'orders'}`;
    if (Object.keys(hazard).length === 0)
      return console.log(
        `${orders}. To mail their buyers, say what may happen: --de "…" --pt "…" --en "…". Then stop the sale: stock set ${code} 0`,
      );
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
