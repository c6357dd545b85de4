import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { PAYPAL_ACCOUNT } from '../../support/people/paypal-account.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { filledShopData, publicSite } from '../../support/shops/public-site.ts';
import { shop, SITE_DIST } from '../../support/shops/site.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop());

describe('check-settings', () => {
  const check = (env: Record<string, string>) => shop(['check-settings'], { ...own.env, DIST_DIR: SITE_DIST, ...env });

  it('accepts settings with which a server starts, and mentions services that do not answer', async () => {
    expect(await check({})).toMatchObject({ code: 0, stdout: 'A server can start with these settings.\n' });
    const nobody = { ...PAYPAL_ACCOUNT, PAYPAL_API_BASE: 'http://127.0.0.1:9', SMTP_URL: 'smtp://127.0.0.1:9' };
    const { code, stderr } = await check(nobody);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^The mail server could not be asked: /m);
    expect(stderr).toMatch(/^PayPal could not be asked /m);
  });

  it('refuses rejected credentials of the mail server and of PayPal', async () => {
    const mail = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, answer) => answer(new Error('no')),
    });
    const paypal = http.createServer((_req, res) => res.writeHead(401).end('{"error":"invalid_client"}'));
    const ports = [];
    for (const server of [mail.server, paypal]) {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      ports.push((server.address() as AddressInfo).port);
    }
    const base = `http://127.0.0.1:${ports[1]}`;
    const { code, stderr } = await check({
      ...PAYPAL_ACCOUNT,
      PAYPAL_API_BASE: base,
      SMTP_URL: `smtp://u:p@127.0.0.1:${ports[0]}`,
    });
    mail.close();
    paypal.close();
    expect(code).toBe(2);
    expect(stderr).toMatch(/^ {2}SMTP_URL: the mail server refuses /m);
    expect(stderr).toMatch(/^ {2}PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET: PayPal refuses them/m);
  });

  it('refuses settings with which a server does not start', async () => {
    const site = publicSite(filledShopData(["'[Rechtsform]'"]));
    for (const [env, named] of [
      [{ TRUST_PROXY: 'x' }, 'TRUST_PROXY: '],
      [site.env, 'company.legalForm: '],
      [{ DIST_DIR: path.resolve('locales') }, 'DIST_DIR: '],
      [{ DATA_DIR: path.join(own.env.DATA_DIR!, 'none') }, 'DATA_DIR: '],
    ] as const) {
      const { code, stderr } = await check(env);
      expect([2, 75], stderr).toContain(code);
      expect(stderr).toContain(named);
    }
    site.dispose();
  });
});
