import { accessSync, constants } from 'node:fs';
import { Command } from 'commander';
import { ConfigError, loadConfig } from '#src/settings/environment/config.ts';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { refuseOtherKind } from '#src/server/db/rehearsal-mark.ts';
import { serveEditorial } from '#src/server/editorial-content.ts';
import { checkMailLogin } from '#src/server/gateways/mail.ts';
import { loadShopData, requireImprintFacts } from '#src/server/shop-file.ts';
import { requireDatabase } from '#src/server/with-context.ts';
import { requireSite } from '#src/site/site-record.ts';

export const checkSettingsCommand = (): Command =>
  new Command('check-settings')
    .description(
      'says whether a server can start with the settings in .env, and changes nothing; systemd asks before a reload',
    )
    .action(async () => {
      loadShopData(); // in CONTENT_DIR, which the next build shows
      const config = loadConfig();
      requireWritable(config.dataDir);
      const site = requireSite(config.distDir);
      serveEditorial(site.folder);
      requireImprintFacts(config, loadShopData());
      await requireDatabase(config);
      const ctx = createContext({ ...config, logLevel: 'silent' });
      await refuseOtherKind(ctx)
        .then(() => requireAccounts(ctx))
        .finally(() => closeContext(ctx));
      console.log('A server can start with these settings.');
    });

/** A systemd unit can write only to its listed folders. */
function requireWritable(dataDir: string): void {
  try {
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR: cannot write to ${dataDir} (${(error as Error).message}). If DATA_DIR changed, ` +
        'write the units again: npm run shop -- systemd --help',
    );
  }
}

/** A refused login is a mistake. A missing response may be the other side's fault, so it is only mentioned. */
async function requireAccounts({ config, paypal }: Context): Promise<void> {
  const mistakes = [];
  const mail = config.smtpUrl === undefined ? undefined : await checkMailLogin(config.smtpUrl);
  if (mail?.isRefused) mistakes.push(`  SMTP_URL: the mail server refuses user or password: ${mail.why}`);
  else if (mail) console.error(`The mail server could not be asked: ${mail.why}`);
  // Without a URL the server runs the emulator itself.
  const login = config.paypal.apiBase === undefined ? undefined : await paypal.checkLogin();
  if (login && !login.ok) {
    if (login.error.status === 401) mistakes.push('  PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET: PayPal refuses them');
    else console.error('PayPal could not be asked whether it takes PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.');
  }
  if (mistakes.length > 0) throw new ConfigError(`The configuration has mistakes:\n${mistakes.join('\n')}`);
}
