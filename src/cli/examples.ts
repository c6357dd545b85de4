import type { Command } from 'commander';

/** The arguments of one correct call of each command that requires arguments. */
const EXAMPLES: Record<string, string> = {
  'catalogue convert': 'products_export.csv --from shopify new-catalogue',
  'orders show': 'K7QF-3MXA',
  'orders find': 'Silva',
  'orders invoice': 'K7QF-3MXA',
  'orders evidence': 'K7QF-3MXA',
  'orders slip': 'K7QF-3MXA',
  'orders labels': 'K7QF-3MXA',
  'orders file': 'dhl K7QF-3MXA',
  'orders tracking': 'numbers.csv --carrier dhl',
  'orders pack': 'K7QF-3MXA',
  'orders hand-over': 'K7QF-3MXA --carrier dhl --tracking 00340434161094015902',
  'orders deliver': 'K7QF-3MXA',
  'orders undo': 'K7QF-3MXA',
  'orders change': 'K7QF-3MXA --address city=Berlin',
  'orders resend': 'K7QF-3MXA --reason lost',
  'orders create': '--line BEB-001=2 --ships-with K7QF-3MXA',
  'orders paid': 'K7QF-3MXA --amount 26,99',
  'orders refund': 'K7QF-3MXA --amount 4,99',
  'orders case': 'K7QF-3MXA --accept',
  'orders missing': '--since 2026-11-01',
  'orders export': '--month 2026-11',
  'orders datev': '--month 2026-11',
  'transfers done': 'refunds-20261128093000123',
  'transfers discard': 'refunds-20261128093000123',
  'customers find': 'Silva',
  'customers show': 'ana@example.org',
  'customers export': 'ana@example.org',
  'customers set-email': 'ana@example.org silva@example.org',
  'customers delete': 'ana@example.org',
  'messages show': '3f2a9c1d',
  'messages done': '3f2a9c1d',
  'reviews show': '3f2a9c1d',
  'reviews approve': '3f2a9c1d',
  'reviews hide': '3f2a9c1d --reason insult',
  'reviews erase': '3f2a9c1d',
  'reviews unname': '3f2a9c1d',
  'stock set': 'BEB-001 12',
  'stock add': 'BEB-001 12',
  'stock book': 'delivery.csv',
  'stock mark': 'BEB-001 5',
  'stock receive': 'delivery.xlsx --supplier "Casa Brasil" --note LS-2026-117',
  'stock undo-delivery': '--supplier "Casa Brasil" --note LS-2026-117',
  'stock price-list': 'prices.xlsx --supplier "Casa Brasil" --save',
  'stock history': 'BEB-001',
  'codes add': 'SOMMER10 --percent 10 --minimum 30 --until 2027-08-31',
  'codes end': 'SOMMER10',
  'vouchers issue': '50 --sold "Receipt 12" --to ana@example.org --on 2026-12-24',
  'vouchers lock': '7K3M --reason "The letter was stolen."',
  'staff add': 'ana@example.org --role owner',
  'staff link': 'ana@example.org',
  'staff reset-factor': 'ana@example.org',
  'staff unlock': 'ana@example.org',
  'staff disable': 'ana@example.org',
  'staff enable': 'ana@example.org',
  'withdrawals show': '3f2a9c1d',
  'withdrawals goods-back': '3f2a9c1d',
  'withdrawals done': '3f2a9c1d',
  'withdrawals refuse': '3f2a9c1d --reason "The order is from another shop."',
  restore: '/backups/shop-2026-11-01T02-30-00',
};

/** On a narrow terminal, columns of at least this width wrap between words; narrower ones break inside words. */
const LEAST_COLUMN = 15;

/** Adds an example call to each command's help and errors. */
export function addExamples(program: Command, names: string[] = []): void {
  program.configureHelp({ minWidthToWrap: LEAST_COLUMN });
  for (const command of program.commands) {
    const path = [...names, command.name()];
    const call = `npm run shop -- ${path.join(' ')}`;
    const example = EXAMPLES[path.join(' ')];
    command.showHelpAfterError(example ? `Example: ${call} ${example}` : `All options: ${call} --help`);
    if (example) command.addHelpText('after', `\nExample: ${call} ${example}`);
    addExamples(command, path);
  }
}
