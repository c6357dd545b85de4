import type { BrowserContext } from 'playwright';
import { EMULATOR_PATH } from '#src/shared/paths.ts';
import { buyerAt } from '../support/people/buyer.ts';
import { emulatorControl } from '../support/outside/emulator.ts';
import { linkIn, mailsTo } from '../support/outside/mail-files.ts';
import { enterAs, newCustomer } from '../support/people/sign-in.ts';
import { until } from '../support/until.ts';
import { newVisitor } from '../support/people/visitor.ts';

interface Shop {
  url: string;
  dataDir: string;
}

/** Signs a browser in as a client with an order that was paid with the shop's own PayPal emulator. */
export async function enterAsBuyer(context: BrowserContext, shop: Shop): Promise<{ email: string; number: string }> {
  const customer = await newCustomer(shop);
  await enterAs(context, shop, customer);
  const buyer = buyerAt(shop.url, customer.client.clientId, customer.email, customer.token);
  const { checkoutId, paypalOrderId } = await buyer.begin([{ productId: 1, quantity: 2 }]);
  await emulatorControl(shop.url + EMULATOR_PATH).approve(paypalOrderId);
  const { orderNumber } = await buyer.capture(checkoutId);
  return { email: customer.email, number: orderNumber };
}

/** The path of the link in the mail about a forgotten password. */
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
