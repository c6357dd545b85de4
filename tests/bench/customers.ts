import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright';
import { EMULATOR_PATH } from '#src/shared/paths.ts';
import { newCustomer } from '../support/accounts.ts';
import { ADDRESS, type Begun, type Settled } from '../support/buyer.ts';
import type { PricedCart } from '../support/cart-call.ts';
import { emulatorControl } from '../support/emulator.ts';
import { linkIn, mailsTo } from '../support/mail-files.ts';
import { enterAs } from '../support/sign-in.ts';
import { until } from '../support/until.ts';
import { newVisitor } from '../support/visitor.ts';

interface Shop {
  url: string;
  dataDir: string;
}

/** Signs a browser in as somebody who has placed an order with the shop's own emulator of PayPal. */
export async function enterAsBuyer(context: BrowserContext, { url }: Shop): Promise<{ email: string; number: string }> {
  const { visitor, client, email, password } = await newCustomer(url);
  await enterAs(context, { url }, { email, password, client, token: visitor.cookies.get('session')! });
  const lines = [{ productId: 1, quantity: 2 }];
  const cart = await visitor.post<PricedCart>('/api/cart/', { lines, languageLocale: 'pt-BR' });
  const begun = await visitor.post<Begun>('/api/checkout/', {
    ...{ requestId: randomUUID(), lines, shipping: ADDRESS, expectedTotal: cart.body.total, languageLocale: 'pt-BR' },
  });
  await emulatorControl(url + EMULATOR_PATH).approve(begun.body.paypalOrderId);
  const settled = await visitor.post<Settled>(`/api/checkout/${begun.body.checkoutId}/capture/`);
  if (!settled.body.orderNumber) throw new Error(`No order was placed: ${JSON.stringify([cart.body, begun.body, settled.body])}`);
  return { email, number: settled.body.orderNumber };
}

/** Path of the page that a mail about a forgotten password leads to. */
export async function passwordLink({ url, dataDir }: Shop, email: string): Promise<string> {
  await newVisitor(url).post('/api/password_forgot/', { email, languageLocale: 'pt-BR' });
  let link = '';
  await until('a mail with a link', async () => {
    const links = (await mailsTo({ dataDir }, email)).map(linkIn);
    link = links.find((found) => found.includes('/reset_password/')) ?? '';
    return link !== '';
  });
  return new URL(link).pathname;
}
