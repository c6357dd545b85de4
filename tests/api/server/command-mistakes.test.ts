import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShopProgram } from '#src/cli/shop-program.ts';
import { inviteStaff, disableStaff } from '#src/desk/server/staff.service.ts';
import { findStaffByEmail } from '#src/desk/server/staff.repository.ts';
import { freePort } from '../../support/outside/free-port.ts';
import { dumpRows } from '../../support/people/rows.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

/** A typical mistake, and a part of the answer. `~` is the data folder. */
type Mistake = [args: string, answer: string];

const NO_ORDER = 'There is no order AAAA-AAAA. `npm run shop -- orders list` shows the numbers.';
const NO_CODE = 'There is no product with the code NO. `npm run shop -- stock list` shows the codes.';
const NO_ACCOUNT = 'There is no account of no@example.org.';
const NO_STAFF = 'no@example.org has no access. `npm run shop -- staff list` shows who has.';
const NO_WITHDRAWAL = 'There is no withdrawal 3f2a9c1d. `npm run shop -- withdrawals list` shows the ids.';
const WHOLE = 'Write a whole number of 1 or more. Example: ';

const MISTAKES: Record<string, Mistake[]> = {
  'catalogue import': [
    ['~/none', '~/none'],
    ['--ours --theirs', '--ours and --theirs cannot both apply to all products.'],
    ['~/catalogue --theirs NO-SUCH', 'NO-SUCH'],
  ],
  'catalogue export': [['~/a-file/folder', 'is not in a folder. Name another place.']],
  'catalogue convert': [
    ['~/a-file ~/new --from magento', "argument 'magento' is invalid. Allowed choices are shopify, woocommerce, jtl."],
    ['~/a-file ~/catalogue --from jtl', 'has other files than mapping.csv. Name a new folder. Nothing was written.'],
    ['~/a-file ~/new --from jtl', 'The file lacks columns of JTL-Ameise'],
  ],
  'catalogue check': [['~/catalogue --suppliers ~/a-file/folder', 'is not in a folder. Name another place.']],
  'mail list': [['--limit 0', `${WHOLE}--limit 20`]],
  'mail retry': [['nothing', 'No unsent mail has the id nothing. `npm run shop -- mail list` shows the ids.']],
  'orders list': [['--since yesterday', 'Write a day as year, month and day. Example: --since 2026-11-01']],
  'orders find': [['nobody', 'No order has nobody in its name, email, address, products or numbers.']],
  'orders show': [
    ['aaaa-aaaa', NO_ORDER],
    ['x', 'x is not an order number. Write its eight letters and digits. Example: K7QF-3MXA'],
  ],
  'orders invoice': [
    ['aaaaaaaa', NO_ORDER],
    ['RE-2026-99999', 'There is no document RE-2026-99999.'],
  ],
  'orders evidence': [['aaaaaaaa', NO_ORDER]],
  'orders slip': [['aaaaaaaa --out ~/none/slips.pdf', NO_ORDER]],
  'orders labels': [['aaaaaaaa --out ~/none/labels.pdf', NO_ORDER]],
  'orders file': [
    ['ups aaaaaaaa', 'There is no such carrier. Known: dhl, dpd, gls. Nothing was done.'],
    ['dhl aaaaaaaa', NO_ORDER],
  ],
  'orders tracking': [['~/none.csv --carrier dhl', 'cannot be read: ENOENT. Nothing was done.']],
  'orders pack': [['aaaaaaaa --lot AGUA', 'Write the code and the lot. Example: --lot AGUA=L2311']],
  'orders hand-over': [
    ['aaaaaaaa --carrier dhl --tracking ---', 'Write the letters and digits below the parcel’s bar code.'],
    ['aaaaaaaa bbbbbbbb --carrier dhl --tracking 00340434161094015902', '--tracking belongs to one parcel'],
  ],
  'orders deliver': [['aaaaaaaa', NO_ORDER]],
  'orders undo': [['aaaaaaaa', NO_ORDER]],
  'orders change': [
    ['aaaaaaaa --address town=Berlin', 'Write one of name, address, number'],
    ['aaaaaaaa --remove AGUA', 'Write the code and the units. Example: --remove AGUA=1'],
    ['aaaaaaaa --email ana', 'Write an email address. Example: --email ana@example.org'],
  ],
  'orders resend': [['aaaaaaaa --reason lost', NO_ORDER]],
  'orders create': [
    ['--line AGUA=1', 'Say who buys: --email and --address, or --ships-with.'],
    ['--line NO=1 --ships-with aaaaaaaa', 'There is no product NO. Nothing was done.'],
    ['--line AGUA=1 --ships-with aaaaaaaa --delivery fast', 'With --ships-with, the goods come as that order does.'],
    ['--line AGUA=1 --billing town=Berlin', 'Write one of company, vat_id, name'],
  ],
  'orders refund': [
    ['aaaaaaaa --amount 0', 'Write an amount above 0 in EUR. Example: --amount 4.99'],
    ['aaaaaaaa --restock', NO_ORDER],
  ],
  'orders paid': [
    ['aaaaaaaa', 'Example: npm run shop -- orders paid K7QF-3MXA --amount 26,99'],
    ['aaaaaaaa --amount 26,99', NO_ORDER],
  ],
  'orders case': [['aaaaaaaa', NO_ORDER]],
  'orders missing': [
    ['--since 2026-31-12', 'Write a day as year, month and day.'],
    ['--since 2026-11-01', 'The emulator runs inside the shop, so start the shop first.'],
  ],
  'orders export': [['--month november', 'Write year and month. Example: --month 2026-11']],
  'orders datev': [['--month 2026-13', 'Write year and month. Example: --month 2026-11']],
  'orders stats': [['--months 0', `${WHOLE}--months 12`]],
  'orders reconcile': [['', 'The emulator runs inside the shop, so start the shop first. Nothing was done.']],
  'transfers file': [
    ['', 'No waiting refund with a known account is left'],
    ['--again refunds-20260101000000000', 'This file does not exist, or it was discarded.'],
  ],
  'transfers done': [['refunds-20260101000000000', 'This file does not exist, or it was discarded.']],
  'transfers discard': [['refunds-20260101000000000', 'This file does not exist, or it was discarded.']],
  'customers find': [['nobody', 'No account has nobody in its name']],
  'customers show': [['no@example.org', NO_ACCOUNT]],
  'customers export': [['no@example.org', 'Nothing is stored under no@example.org.']],
  'customers set-email': [['no@example.org ana@example.org', NO_ACCOUNT]],
  'customers delete': [['no@example.org --yes', NO_ACCOUNT]],
  'messages list': [['--limit x', `${WHOLE}--limit 20`]],
  'messages show': [['3f2a9c1d', 'There is no message 3f2a9c1d. `npm run shop -- messages list` shows the ids.']],
  'messages done': [['%', '% is not the id of a message.']],
  'reviews list': [['--of old', 'waiting, approved, hidden']],
  'reviews show': [['3f2a9c1d', 'There is no review 3f2a9c1d. `npm run shop -- reviews list` shows the ids.']],
  'reviews approve': [['%', '% is not the id of a review.']],
  'reviews erase': [['%', '% is not the id of a review.']],
  'reviews unname': [['%', '% is not the id of a review.']],
  'reviews hide': [['3f2a9c1d --reason stars', 'unlawful, insult, personal, offTopic, advertising']],
  'codes add': [
    ['SUMMER', 'Name what the code gives'],
    ['SUMMER --percent 100', 'Write a whole percentage from 1 to 99. Example: --percent 10'],
    ['SUMMER --percent 10 --from soon', 'Write a day as year, month and day. Example: --from 2026-12-01'],
  ],
  'codes end': [['NADA', 'There is no code NADA']],
  'vouchers issue': [
    ['50', 'Say where it comes from: --sold'],
    ['x --sold R12', 'Write an amount above 0 in EUR.'],
    ['501 --sold R12', 'Enter a value from 1,00'],
    ['50 --sold R12 --to ana@example.org --on tomorrow', 'The day is today or later'],
    ['50 --sold R12 --to ana', 'Enter one complete email address.'],
    ['50 --sold R12 --language xx', 'Write one of the shop’s languages.'],
  ],
  'vouchers lock': [['ABCD --reason lost', 'There is no such voucher.']],
  'stock set': [
    ['NO 3', NO_CODE],
    ['AGUA three', 'The quantity must be a whole number from 0'],
  ],
  'stock add': [
    ['NO 3', NO_CODE],
    ['AGUA -- -300', 'AGUA has only 6 units, so 300 cannot be taken away. Nothing was changed.'],
  ],
  'stock book': [['~/none.csv', 'cannot be read']],
  'stock mark': [
    ['NO 3', NO_CODE],
    ['AGUA x', 'Write a whole number of 0 or more.'],
  ],
  'stock history': [['NO', NO_CODE]],
  'stock receive': [
    ['~/none.csv --supplier S --note 1', 'cannot be read: ENOENT. Nothing was booked.'],
    ['~/a-file --supplier S', "required option '--note <number>' not specified"],
  ],
  'stock undo-delivery': [['--supplier S --note 1', 'No delivery of S with the note 1 is booked.']],
  'stock price-list': [
    ['~/none.csv --supplier S', 'cannot be read: ENOENT. Nothing was saved.'],
    ['~/none.csv --supplier S --column weight=kg', 'Write one of ean, code, cost, retail, pack, and the name.'],
    ['~/a-file --supplier S', 'The file has no row with the names of its columns.'],
  ],
  recall: [['NO --lot L1', 'No product has the code NO. `npm run shop -- stock list` shows the codes.']],
  'staff add': [
    ['ana', "required option '--role <role>' not specified"],
    ['ana --role owner', 'ana is not an email address. Write one like ana@example.org.'],
    ['gone@example.org --role owner', 'is disabled. To give access again: npm run shop -- staff enable <email>'],
  ],
  'staff link': [
    ['no@example.org', NO_STAFF],
    ['gone@example.org', 'is disabled. To give access again: npm run shop -- staff enable <email>'],
  ],
  'staff reset-factor': [['no@example.org', NO_STAFF]],
  'staff unlock': [['no@example.org', NO_STAFF]],
  'staff disable': [['no@example.org', NO_STAFF]],
  'staff enable': [['no@example.org', NO_STAFF]],
  'legal deletions': [['--limit -1', `${WHOLE}--limit 20`]],
  'withdrawals list': [['--limit 1.5', `${WHOLE}--limit 20`]],
  'withdrawals show': [
    ['dc', 'Write at least four characters of the id.'],
    ['3f2a9c1d', NO_WITHDRAWAL],
  ],
  'withdrawals goods-back': [['3f2a9c1d', NO_WITHDRAWAL]],
  'withdrawals done': [['3f2a9c1d', NO_WITHDRAWAL]],
  'withdrawals refuse': [['3f2a9c1d --reason late', NO_WITHDRAWAL]],
  backup: [
    ['~/none', 'does not exist. Create it first.'],
    ['~/a-file', 'is not in a folder. Name another place.'],
    ['--keep 0', `${WHOLE}--keep 24`],
    ['--daily 3', '--daily keeps more copies than --keep alone.'],
  ],
  restore: [
    ['~/none', 'There is no copy ~/none. Nothing was done.'],
    ['~/a-file', '~/a-file is not a copy that `shop backup` made. Nothing was done.'],
  ],
  'database move': [['--to mysql://localhost/shop', '--to: name a PostgreSQL database.']],
  systemd: [
    ['--write ~/none', 'The folder ~/none does not exist.'],
    ['--write ~/a-file', 'is not in a folder. Name another place.'],
    ['--servers 0', `${WHOLE}--servers 3`],
    ['--name Vitrine', 'Use small letters, digits, - and _, such as vitrine.'],
  ],
};

/** Commands without an argument or a value that could be wrong. */
const PLAIN = [
  'check-settings',
  'codes list',
  'legal check',
  'maintenance on',
  'maintenance off',
  'maintenance status',
  'staff list',
  'stock check',
  'stock list',
  'transfers list',
  'vouchers list',
  'watch',
];

const leavesOf = (command: Command, names: string[] = []): { name: string; command: Command }[] =>
  command.commands.flatMap((child) => {
    const path = [...names, child.name()];
    return child.commands.length > 0 ? leavesOf(child, path) : [{ name: path.join(' '), command: child }];
  });
const leaves = leavesOf(await createShopProgram());

let own: StockedShop;
let env: Record<string, string>;
let dataDir: string;
let before: Awaited<ReturnType<typeof everything>>;

beforeAll(async () => {
  own = await stockedShop([{ cod_catalog: 'AGUA', quantity_available: '6' }]);
  dataDir = own.env.DATA_DIR!;
  env = { ...own.env, PORT: String(await freePort()) };
  writeFileSync(path.join(dataDir, 'a-file'), 'text');
  mkdirSync(path.join(dataDir, 'backups'));
  await inviteStaff(own.ctx, { email: 'gone@example.org', name: '', role: 'packer', locale: 'de-DE' });
  await disableStaff(own.ctx, (await findStaffByEmail(own.ctx.db.read, 'gone@example.org'))!.id);
  before = await everything();
});
afterAll(() => own?.dispose());

const everything = async () => ({
  rows: await dumpRows(own.ctx),
  files: readdirSync(dataDir, { recursive: true }).sort(),
});

/** Runs a command that must fail, and returns what it printed on standard error. */
async function failure(name: string, args: string[]): Promise<string> {
  const { code, stderr } = await shopHere([...name.split(' '), ...args], env);
  expect([1, 2], stderr).toContain(code);
  expect(stderr).not.toMatch(/^\s+at |undefined|\[object|Error:/m);
  expect(stderr.trim()).not.toBe('');
  expect(await everything()).toEqual(before);
  return stderr;
}

it('the table of mistakes covers every command with a value', () => {
  expect([...Object.keys(MISTAKES), ...PLAIN].sort()).toEqual(leaves.map(({ name }) => name).sort());
});

it.each(leaves)('$name refuses an unknown option and shows its usage', async ({ name }) => {
  expect(await failure(name, ['--no-such-option'])).toMatch(
    new RegExp(`^error: (unknown|required) option '.*\\n(Example|All options): npm run shop -- ${name} \\S.*\\n$`),
  );
});

it.each(leaves.filter(({ command }) => command.registeredArguments.some(({ required }) => required)))(
  '$name shows an example when its arguments are missing',
  async ({ name }) => {
    expect(await failure(name, [])).toMatch(
      new RegExp(
        `^error: (missing required argument|required option) '.*\\nExample: npm run shop -- ${name} \\S.*\\n$`,
      ),
    );
  },
);

describe.each(Object.entries(MISTAKES))('%s', (name, mistakes) => {
  it.each(mistakes)('with "%s" explains the mistake and changes nothing', async (args, answer) => {
    const words = args.replaceAll('~', dataDir).split(' ').filter(Boolean);
    expect(await failure(name, words)).toContain(answer.replaceAll('~', dataDir));
  });
});

it('the command line restores a disabled person’s access', async () => {
  expect(await shopHere(['staff', 'enable', 'Gone@example.org'], env)).toMatchObject({
    code: 0,
    stdout: 'gone@example.org can sign in again.\n',
  });
  expect((await shopHere(['staff', 'link', 'gone@example.org'], env)).code).toBe(0);
});

it('the command line prints its version without a database', async () => {
  expect(await shopHere(['--version'], { DATA_DIR: '/none' })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

const LISTS = leaves.filter(({ command }) => command.options.some(({ long }) => long === '--json'));

it('the command line prints JSON for every command named list, and for seven others', () => {
  const names = leaves.map(({ name }) => name).filter((name) => name.endsWith(' list'));
  expect(LISTS.map(({ name }) => name).sort()).toEqual(
    [
      ...names,
      ...['customers find', 'legal deletions', 'orders find', 'orders missing', 'orders stats', 'recall'],
      'stock history',
    ].sort(),
  );
});

// PayPal answers for `orders missing`: tests/api/invoices/missing-payments.test.ts.
it.each(LISTS.filter(({ name }) => name !== 'orders missing'))(
  '$name --json prints an array',
  async ({ name, command }) => {
    const args = command.registeredArguments.some(({ required }) => required) ? ['AGUA'] : [];
    const { code, stdout } = await shopHere([...name.split(' '), ...args, '--json'], env);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(
      {
        'stock history': [expect.objectContaining({ units: 6, reason: 'first' })],
        'stock list': [expect.objectContaining({ code: 'AGUA', quantity: 6 })],
        'staff list': [expect.objectContaining({ email: 'gone@example.org' })],
      }[name] ?? [],
    );
  },
);
