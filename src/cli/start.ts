/** `npm start`: imports and builds what is missing, then serves the shop. */
import { ensureDemoStaff } from '#src/desk/server/demo-staff.ts';
import { ensureTestLogin } from '#src/features/account/server/test-login.ts';
import { loadConfig, readVariables, type Config } from '#src/server/config.ts';
import { databasePlace } from '#src/server/db/database.ts';
import { markRunning } from '#src/server/db/running.ts';
import { isLoopbackHost } from '#src/server/http/this-machine.ts';
import { runProgram } from '#src/server/run-program.ts';
import { EMULATOR_PATH } from '#src/shared/paths.ts';
import { importDemoCatalogue } from './demo-catalogue.ts';
import { serveShop } from './serve-shop.ts';
import { watchBeside } from './watch-beside.ts';
import { buildSite, isBuildCurrent } from '#src/site/build/build-site.ts';
import { withContext } from '#src/server/with-context.ts';

const emulatorIn = ({ siteUrl, host }: Config): string =>
  isLoopbackHost(host)
    ? `${siteUrl}${EMULATOR_PATH} (emulator: no real payments)`
    : 'none: the emulator answers only when HOST is a loopback address, such as 127.0.0.1';

async function start(): Promise<void> {
  const config = loadConfig();
  markRunning(config);
  await importDemoCatalogue();
  const testLogin = await withContext(ensureTestLogin);
  const deskLogin = await withContext(ensureDemoStaff);
  if (!(await isBuildCurrent())) {
    console.log('Building the pages …');
    await buildSite();
  }
  const opened = () => {
    console.log(
      [
        '',
        'The shop is open:',
        `  ${config.siteUrl}        Português`,
        `  ${config.siteUrl}/de     Deutsch`,
        `  ${config.siteUrl}/en     English`,
        `  API contract  ${config.siteUrl}/api/openapi.json`,
        ...(deskLogin ? [`  Desk          ${config.siteUrl}/desk  (${deskLogin.email} with ${deskLogin.password})`] : []),
        ...(testLogin ? [`  Test login    ${testLogin.email} with ${testLogin.password}`] : []),
        `  Mails         ${config.smtpUrl ? 'by SMTP' : config.mailDir}`,
        ...(config.paypal.apiBase === undefined ? [`  PayPal        ${emulatorIn(config)}`] : []),
        `  Data          ${config.dataDir}`,
        `  Database      ${databasePlace(config)}`,
        'Stop it with Ctrl+C.',
      ].join('\n'),
    );
    restartWatcher = watchBeside();
  };
  let restartWatcher = (): void => {};
  const env = () => (readVariables().LOG_LEVEL ? process.env : { ...process.env, LOG_LEVEL: 'warn' });
  serveShop({ env, opened, reloading: () => restartWatcher() });
}

await runProgram(start);
