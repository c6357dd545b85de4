import { Command, Option } from 'commander';
import { desk } from '#src/desk/desk-paths.ts';
import { ROLES, type Role } from '#src/desk/roles.ts';
import { listStaff } from '#src/desk/server/staff.repository.ts';
import { findStaffByEmail } from '#src/desk/server/staff.repository.ts';
import { unlockStaff } from '#src/desk/server/sign-in.service.ts';
import {
  disableStaff,
  enableStaff,
  inviteStaff,
  renewLink,
  type StaffRefusal,
} from '#src/desk/server/staff.service.ts';
import { removeSecondFactors } from '#src/desk/server/second-factor.service.ts';
import { emailKey } from '#src/server/auth/email.ts';
import type { Context } from '#src/server/context.ts';
import { withContext } from '#src/server/with-context.ts';
import { jsonOption, printJson } from '../json.ts';
import { fail } from './orders/named-orders.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';

export function staffCommand(): Command {
  const staff = new Command('staff').description('People who run the shop in the desk, at /desk.');
  staff
    .command('add <email>')
    .description('add a person, and print a link to choose a password; it works once, within an hour')
    .addOption(
      new Option('--role <role>', 'owner: everything; packer: orders and stock; editor: products and texts')
        .choices(ROLES)
        .makeOptionMandatory(),
    )
    .option('--name <name>', 'how the desk greets them', '')
    .action(add);
  staff
    .command('link <email>')
    .description('print a new link for a person whose password is lost or whose first link expired')
    .action((email: string) => withContext(async (ctx) => printLink(ctx, email, await renewLink(ctx, email))));
  staff
    .command('reset-factor <email>')
    .description('remove the second factors of a person who lost the phone and the recovery codes')
    .action((email: string) =>
      withPerson(email, async (ctx, person) => {
        await removeSecondFactors(ctx, person);
        console.log(`${person.email} signs in with the password alone now, and then sets up a new second factor.`);
      }),
    );
  staff
    .command('unlock <email>')
    .description('unlock a person after too many wrong passwords or codes')
    .action((email: string) =>
      withPerson(email, async (ctx, person) => {
        await unlockStaff(ctx, person);
        console.log(
          `${person.email} can sign in again. A network address with ten wrong passwords still waits for up to ` +
            '15 minutes.',
        );
      }),
    );
  staff
    .command('disable <email>')
    .description('remove a person’s access on all devices at once')
    .action((email: string) =>
      withPerson(email, async (ctx, person) => {
        const disabled = await disableStaff(ctx, person.id);
        if (disabled.ok) console.log(`${person.email} cannot sign in any more.`);
        else fail(explain(person.email, disabled.error));
      }),
    );
  staff
    .command('enable <email>')
    .description('give a disabled person access again, with the same role and password')
    .action((email: string) =>
      withPerson(email, async (ctx, person) => {
        const enabled = await enableStaff(ctx, person.id);
        if (enabled.ok) console.log(`${person.email} can sign in again.`);
        else fail(explain(person.email, enabled.error));
      }),
    );
  staff.command('list').description('print all people with their roles').addOption(jsonOption()).action(list);
  return staff;
}

const add = (email: string, { role, name }: { role: Role; name: string }): Promise<void> =>
  withContext(async (ctx) =>
    printLink(ctx, email, await inviteStaff(ctx, { email, name, role, locale: ctx.config.shopLocale })),
  );

function printLink({ config }: Context, email: string, made: Awaited<ReturnType<typeof inviteStaff>>): void {
  if (!made.ok) return fail(explain(email, made.error));
  console.log(
    `Give this link to ${stripControlCharacters(email)}. It works once, ` +
      `within one hour:\n${config.siteUrl}${desk.welcome(made.value)}`,
  );
}

const WHY: Record<StaffRefusal['kind'], string> = {
  not_an_email: 'is not an email address. Write one like ana@example.org',
  email_taken: 'already has access. To print a new link: npm run shop -- staff link <email>',
  disabled: 'is disabled. To give access again: npm run shop -- staff enable <email>',
  unknown_staff: 'has no access. `npm run shop -- staff list` shows who has',
  last_owner: 'is the only owner. Make somebody else owner first',
};

const explain = (email: string, { kind }: StaffRefusal): string =>
  `${stripControlCharacters(email)} ${WHY[kind]}. Nothing was done.`;

const withPerson = (
  email: string,
  act: (ctx: Context, person: NonNullable<Awaited<ReturnType<typeof findStaffByEmail>>>) => Promise<void>,
): Promise<void> =>
  withContext(async (ctx) => {
    const person = await findStaffByEmail(ctx.db.read, emailKey(email.trim()));
    if (person) await act(ctx, person);
    else fail(explain(email, { kind: 'unknown_staff' }));
  });

const list = ({ json }: { json?: true }): Promise<void> =>
  withContext(async ({ db }) => {
    const people = await listStaff(db.read);
    if (json)
      return printJson(
        people.map(({ email, name, role, disabled_at, password_hash }) => ({
          ...{ email, name, role, disabledAt: disabled_at, hasPassword: password_hash !== null },
        })),
      );
    for (const { email, name, role, disabled_at, password_hash } of people)
      console.log(
        stripControlCharacters(
          [role.padEnd(6), email, name, disabled_at ? 'disabled' : password_hash === null ? 'not signed in yet' : '']
            .join('  ')
            .trimEnd(),
        ),
      );
    if (people.length === 0)
      console.log('Nobody has access to the desk yet. Add the first: npm run shop -- staff add <email> --role owner');
  });
