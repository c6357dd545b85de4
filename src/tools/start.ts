/** `npm start`: from whatever is there to a shop that answers. */
import { fork } from 'node:child_process';
import { ensureTestLogin } from '#src/features/account/server/test-login.ts';
import { ConfigError, loadConfig } from '#src/server/config.ts';
import { EMULATOR_PATH } from '#src/shared/paths.ts';
import { importDemoCatalogue } from './demo-catalogue.ts';
import { buildSite, isBuildCurrent } from './site/build-site.ts';
import { withContext } from './with-context.ts';

async function start(): Promise<void> {
  const config = loadConfig();
  await importDemoCatalogue();
  const testLogin = await withContext(ensureTestLogin);
  if (!(await isBuildCurrent())) {
    console.log('Building the pages …');
    await buildSite();
  }
  const server = fork('src/server/main.ts', { stdio: 'inherit', env: { LOG_LEVEL: 'warn', ...process.env } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
  server.once('exit', (code) => process.exit(code ?? 1));
  server.once('message', () => {
    console.log(
      [
        '',
        'The shop is open:',
        `  ${config.siteUrl}        Português`,
        `  ${config.siteUrl}/de     Deutsch`,
        `  ${config.siteUrl}/en     English`,
        `  API contract  ${config.siteUrl}/api/openapi.json`,
        ...(testLogin ? [`  Test login    ${testLogin.email} with ${testLogin.password}`] : []),
        `  Mails         ${config.smtpUrl ? 'by SMTP' : config.mailDir}`,
        ...(config.paypal.apiBase === undefined
          ? [`  PayPal        ${config.siteUrl}${EMULATOR_PATH} (emulator: nothing is really paid)`]
          : []),
        `  Data          ${config.dataDir}`,
        'Stop it with Ctrl+C.',
      ].join('\n'),
    );
  });
}

try {
  await start();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
