import { Command } from 'commander';
import { changeStock } from '#src/features/catalogue/server/stock.repository.ts';
import { withContext } from '#src/server/with-context.ts';

export function stockCommand(): Command {
  const stock = new Command('stock').description(
    'The quantity of a product that can be bought, without the units that open checkouts hold.',
  );
  for (const [verb, description] of [
    ['set', 'sets the quantity'],
    ['add', 'adds to the quantity; a negative number after -- subtracts'],
  ] as const)
    stock
      .command(`${verb} <code> <n>`)
      .description(description)
      .action((code: string, n: string) => change(code, verb, /^-?\d+$/.test(n) ? Number(n) : NaN));
  return stock;
}

async function change(code: string, verb: 'set' | 'add', n: number): Promise<void> {
  if (!Number.isSafeInteger(n) || Math.abs(n) > 1_000_000 || (verb === 'set' && n < 0)) {
    console.error(
      `The quantity must be a whole number${verb === 'set' ? ' from 0' : ''} up to 1000000. Example: npm run shop -- stock ${verb} BEB-001 12`,
    );
    process.exitCode = 1;
    return;
  }
  await withContext(async ({ db }) => {
    const quantity = await db.write((tx) => changeStock(tx, code, verb === 'set' ? { set: n } : { add: n }));
    if (quantity === undefined) {
      console.error(`There is no product with the code ${code}. \`npm run shop -- catalogue check\` reads the codes from the files.`);
      process.exitCode = 1;
    } else console.log(`${code}: ${quantity} can be bought now.`);
  });
}
