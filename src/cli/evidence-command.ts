import { Command } from 'commander';
import { readEvidenceText, readEvidence } from '#src/features/checkout/server/evidence.ts';
import { findOrderByNumber } from '#src/features/checkout/server/order.repository.ts';
import { withContext } from '#src/server/with-context.ts';

const refuse = (text: string) => {
  console.error(text);
  process.exitCode = 1;
};

/** `orders evidence`, beside the other verbs of orders. */
export const evidenceCommand = (): Command =>
  new Command('evidence')
    .description('print what the buyer of an order was shown: legal texts, the company’s facts and labels as they were then')
    .argument('<number>', 'the order’s number')
    .argument('[name]', 'only this text, such as terms or "label BEB-001"; default: all')
    .action((number: string, name: string | undefined) =>
      withContext(async ({ db }) => {
        const order = await findOrderByNumber(db.read, number.toUpperCase());
        if (!order) return refuse(`There is no order ${number}. \`npm run shop -- orders list\` shows the numbers.`);
        const all = await readEvidence(db.read, order.checkoutId);
        const chosen = all.filter(([known]) => name === undefined || known === name);
        if (all.length === 0) return refuse(`${order.orderNumber} was placed before the shop stored what buyers saw.`);
        if (chosen.length === 0)
          return refuse(`${order.orderNumber} has no text ${name}. Known: ${all.map(([known]) => known).join(', ')}`);
        for (const [known, digest] of chosen) console.log(`== ${known}  SHA-256 ${digest}\n${await readEvidenceText(db.read, digest)}\n`);
      }),
    );
