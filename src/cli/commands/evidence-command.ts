import { Command } from 'commander';
import { readEvidenceText, readEvidence } from '#src/features/orders/server/evidence.ts';
import { fail, withOrder } from './orders/named-orders.ts';

/** `orders evidence`. */
export const evidenceCommand = (): Command =>
  new Command('evidence')
    .description('print what the buyer of an order saw: legal texts, company details and labels as they were then')
    .argument('<number>', 'the order’s number')
    .argument('[name]', 'only this text, such as terms or "label BEB-001"; default: all')
    .action((number: string, name: string | undefined) =>
      withOrder([number], async ({ db }, order) => {
        const all = await readEvidence(db.read, order.checkoutId);
        const chosen = all.filter(([known]) => name === undefined || known === name);
        if (all.length === 0)
          return fail(
            `${order.orderNumber} has no stored texts, because it was placed before the shop stored what buyers saw.`,
          );
        if (chosen.length === 0)
          return fail(`${order.orderNumber} has no text ${name}. Known: ${all.map(([known]) => known).join(', ')}`);
        for (const [known, digest] of chosen)
          console.log(`== ${known}  SHA-256 ${digest}\n${await readEvidenceText(db.read, digest)}\n`);
      }),
    );
