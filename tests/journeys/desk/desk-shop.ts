import { inviteStaff } from '#src/desk/server/staff.service.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { STAFF_PASSWORD } from '../../support/people/desk-visitor.ts';
import type { Person } from '../../support/engines/person.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { expect, journey, test as base, translator } from '../fixtures.ts';

export { expect };
const locale = 'de-DE';
export const t = translator(locale);
const OWNER = 'eva@example.org';

export interface DeskShop extends PayingShop {
  /** The owner's invitation. */
  welcome: string;
  /** Numbers of paid orders, oldest first. Each has two coconut waters and one guaraná. */
  orders: string[];
}

/** An owner who has just been invited, in front of a browser. */
export const test = base.extend<{ own: DeskShop; owner: Person }>({
  own: [
    async ({}, use) => {
      const own = await payingShop();
      const buyer = await newBuyer(own.ctx, own.server.url);
      const orders: string[] = [];
      for (const index of [0, 1]) {
        const begun = await buyer.begin([own.line('AGUA', 2), own.line('GUARANA')]);
        await own.paypal.approve(begun.paypalOrderId);
        orders[index] = (await buyer.capture(begun.checkoutId)).orderNumber;
      }
      const invited = await inviteStaff(own.ctx, { email: OWNER, name: 'Eva', role: 'owner', locale });
      if (!invited.ok) throw new Error(invited.error.kind);
      await use({ ...own, welcome: `/desk/welcome/${invited.value}`, orders });
      await own.dispose();
    },
    { timeout: 240_000 },
  ],
  owner: [async ({ driver, own }, use) => journey(driver, own.server, use), { timeout: 240_000 }],
});

/** Takes the invitation and signs in. The browser is English; the desk speaks the language of the invitation. */
export async function signIn(owner: Person, welcome: string): Promise<void> {
  await owner.open(welcome);
  await owner.fill(t('desk:newPassword'), STAFF_PASSWORD);
  await owner.fill(t('desk:repeatPassword'), STAFF_PASSWORD);
  await owner.tap('button', t('desk:welcome.submit'));
  await owner.see(t('desk:done.passwordSet'));
  await typePassword(owner);
  await owner.see(t('desk:today.title', { name: 'Eva' }));
}

/** The first step of signing in. */
export async function typePassword(owner: Person): Promise<void> {
  await owner.fill(t('desk:email'), OWNER);
  await owner.fill(t('desk:password'), STAFF_PASSWORD);
  await owner.tap('button', t('desk:signIn.submit'));
}

/** Nothing on the page is wider than the phone. */
export const expectFits = async (owner: Person) =>
  expect(
    await owner.driver.run(() => document.documentElement.scrollWidth - innerWidth),
    await owner.path(),
  ).toBeLessThanOrEqual(0);
