import { ensureDemoStaff } from '#src/desk/server/demo-staff.ts';
import { ensureTestLogin } from '#src/features/account/server/test-login.ts';
import { childEnvironment, readVariables, type Config } from '#src/settings/environment/config.ts';
import type { Context } from '#src/server/context.ts';
import { databasePlace } from '#src/server/db/open-database.ts';
import { isLoopbackHost } from '#src/settings/environment/private-hosts.ts';
import { EMULATOR_PATH } from '#src/shared/paths.ts';

interface Login {
  email: string;
  password: string;
}

/** Logins of the demo shop; undefined when other machines can reach the shop. */
interface DemoLogins {
  desk?: Login | undefined;
  customer?: Login | undefined;
}

export const ensureDemoLogins = async (ctx: Context): Promise<DemoLogins> => ({
  desk: await ensureDemoStaff(ctx),
  customer: await ensureTestLogin(ctx),
});

/**
 * The environment of a server whose terminal a person reads: only warnings are logged, unless LOG_LEVEL asks for more.
 */
export const quietly = (): NodeJS.ProcessEnv =>
  readVariables().LOG_LEVEL ? childEnvironment() : { ...childEnvironment(), LOG_LEVEL: 'warn' };

/** The start message for a shop that this machine serves: URLs, logins, mails, payment and data. */
export function openMessage(title: string, config: Config, { desk, customer }: DemoLogins = {}): string {
  return [
    '',
    title,
    `  ${config.siteUrl}        Português`,
    `  ${config.siteUrl}/de     Deutsch`,
    `  ${config.siteUrl}/en     English`,
    `  API contract  ${config.siteUrl}/api/openapi.json`,
    `  Desk          ${config.siteUrl}/desk${desk ? `  (${desk.email} with ${desk.password})` : ''}`,
    ...(customer ? [`  Test login    ${customer.email} with ${customer.password}`] : []),
    `  Mails         ${config.smtpUrl ? 'by SMTP' : config.mailDir}`,
    ...(config.paypal.apiBase === undefined ? [`  PayPal        ${emulatorOf(config)}`] : []),
    `  Data          ${config.dataDir}`,
    `  Database      ${databasePlace(config)}`,
    'Stop it with Ctrl+C.',
  ].join('\n');
}

const emulatorOf = ({ siteUrl, host }: Config): string =>
  isLoopbackHost(host)
    ? `${siteUrl}${EMULATOR_PATH} (emulator: no real payments)`
    : 'none: the emulator answers only when HOST is a loopback address, such as 127.0.0.1';
