import { Command } from 'commander';
import { fullName } from '#src/features/account/client.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { searchClients } from '#src/features/account/server/client.repository.ts';
import {
  changeEmail,
  deleteCustomer,
  findCustomer,
  type EmailRefusal,
} from '#src/features/account/server/customer.service.ts';
import { exportCustomer, exportGuest } from '#src/features/privacy/server/staff-export.service.ts';
import { readdressOrders } from '#src/features/orders/server/order-takeover.service.ts';
import { findOrdersOfClient } from '#src/features/orders/server/order.repository.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Context } from '#src/server/context.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { jsonOption, printJson } from '../json.ts';
import { fail } from './orders/named-orders.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';
import { confirmByTyping } from '../confirm.ts';

export function customersCommand(): Command {
  const customers = new Command('customers').description(
    'Customers with an account; `orders find` finds those without one.',
  );
  customers
    .command('find <text...>')
    .description('find accounts by a part of name, email, address, city or phone number')
    .addOption(jsonOption())
    .action((words: string[], { json }: { json?: true }) => find(words.join(' '), json));
  customers
    .command('show <email>')
    .description('print one account with its address and orders')
    .action((email: string) => withCustomer(email, show));
  customers
    .command('export <email>')
    .description(
      'print everything that is stored under an account or a guest’s address as JSON, ' +
        'for a person who asks for it (GDPR art. 15)',
    )
    .action((email: string) => withContext((ctx) => printData(ctx, email)));
  customers
    .command('set-email <email> <new-email>')
    .description('change an account’s email address; both addresses get a mail, and all devices are signed out')
    .action(setEmail);
  customers
    .command('delete <email>')
    .description('delete an account and its data; orders keep what tax law requires')
    .option('--yes', 'delete without typing the email address')
    .action((email: string, { yes }: { yes?: true }) => withCustomer(email, (ctx, client) => remove(ctx, client, yes)));
  return customers;
}

const find = (text: string, json?: true): Promise<void> =>
  withContext(async ({ db }) => {
    const rows = await searchClients(db.read, text);
    if (json)
      return printJson(
        rows.map((row) => ({ email: row.email, name: fullName(row), city: row.city, phone: row.phone })),
      );
    for (const row of rows)
      console.log(stripControlCharacters([row.email, fullName(row), row.city, row.phone].join('  ')));
    if (rows.length === 0)
      fail(
        `No account has ${stripControlCharacters(text)} in its name, email, address or phone number. ` +
          'Customers without an account: orders find',
      );
  });

const unknown = (email: string): void =>
  fail(
    `There is no account of ${stripControlCharacters(email)}. \`npm run shop -- customers find <text>\` looks ` +
      'for names, too. Nothing was done.',
  );

const withCustomer = (email: string, act: (ctx: Context, client: ClientRow) => Promise<void>): Promise<void> =>
  withContext(async (ctx) => {
    const client = await findCustomer(ctx, email);
    if (client) await act(ctx, client);
    else unknown(email);
  });

async function printData(ctx: Context, email: string): Promise<void> {
  const client = await findCustomer(ctx, email);
  const data = client ? await exportCustomer(ctx, client) : await exportGuest(ctx, email);
  if (!data)
    return fail(
      `Nothing is stored under ${stripControlCharacters(email)}. \`npm run shop -- customers find <text>\` looks ` +
        'for names, too.',
    );
  const unsigned = client ? '"withoutSignIn" came from this address without a login' : 'This address has no account';
  if (!client || ('withoutSignIn' in data && data.withoutSignIn))
    console.error(`${unsigned}. Send the file to this mailbox only, because anyone can type an address.`);
  console.log(JSON.stringify(data, null, 2));
}

async function show({ db }: Context, client: ClientRow): Promise<void> {
  const orders = await findOrdersOfClient(db.read, client.id);
  const lines = [
    `${client.email}  ${fullName(client)}`,
    `  ${client.address} ${client.number}${client.additional_address && `, ${client.additional_address}`}`,
    `  ${client.postal_code} ${client.city}, ${client.country}`,
    ...(client.phone ? [`  phone ${client.phone}`] : []),
    `  mails in ${client.locale}`,
    `  account since ${berlinTime(client.created_at)}, last sign-in ` +
      `${client.used_at ? berlinTime(client.used_at) : 'unknown'}`,
    ...orders.map(
      ({ orderNumber, orderedAt, status, total, refunded }) =>
        `  ${orderNumber}  ${berlinTime(orderedAt)}  ${status}  ` +
        `${formatPrice(total)}${refunded ? `, refunded ${formatPrice(refunded)}` : ''}`,
    ),
    ...(orders.length === 0 ? ['  no orders'] : []),
  ];
  console.log(lines.map(stripControlCharacters).join('\n'));
}

const WHY: Record<Exclude<EmailRefusal['kind'], 'unknown_client'>, string> = {
  not_an_email: 'is not an email address. Write one like ana@example.org',
  email_taken: 'already has an account of its own. Delete one of the two accounts first',
  same_email: 'is the address of this account already',
};

const setEmail = (present: string, next: string): Promise<void> =>
  withContext(async (ctx) => {
    const changed = await changeEmail(ctx, emailKey(present.trim()), next, readdressOrders);
    if (changed.ok) console.log(`${present} is ${changed.value.email} now. Both addresses get a mail.`);
    else if (changed.error.kind === 'unknown_client') unknown(present);
    else fail(`${stripControlCharacters(next)} ${WHY[changed.error.kind]}. Nothing was done.`);
  });

async function remove(ctx: Context, { email, email_key }: ClientRow, yes?: true): Promise<void> {
  const question = `Type the email address to delete the account (${stripControlCharacters(email)}): `;
  if (!yes && !(await confirmByTyping('the email address', question, (answer) => emailKey(answer) === email_key)))
    return;
  const deleted = await deleteCustomer(ctx, email_key);
  if (deleted.ok) console.log(`The account of ${stripControlCharacters(email)} is deleted. Its owner gets a mail.`);
  else unknown(email);
}
