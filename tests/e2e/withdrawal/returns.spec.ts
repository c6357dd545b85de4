import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { startSession } from '#src/server/http/session.ts';
import { followReturns } from '#src/features/withdrawal/server/follow-returns.service.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { overflow } from '../../support/browser/layout.ts';
import { startDhl, type RunningDhl } from '../../support/outside/dhl.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { minutesAgo } from '../../support/people/order-rows.ts';
import { deskShop, type DeskShop } from '../../support/shops/desk-shop.ts';
import { siteWithFacts } from '../../support/shops/public-site.ts';
import { until } from '../../support/until.ts';
import { expect, test as base } from '../fixtures.ts';

interface Own extends DeskShop {
  dhl: RunningDhl;
  /** An order that was delivered, and from which its buyer has withdrawn. */
  number: string;
  session: { name: string; value: string; url: string };
}

const test = base.extend<{ own: Own }>({
  own: async ({}, use) => {
    const dhl = await startDhl();
    const facts = readFileSync('src/content/shop.yaml', 'utf8');
    const site = siteWithFacts(facts.replace('returnsPaidBy: buyer', 'returnsPaidBy: shop'));
    const shop = await deskShop({ ...site.env, ...dhl.env });
    const { ctx, server } = shop;
    const ana = await newBuyer(ctx, server.url);
    const number = await shop.buy({ AGUA: 1 }, {}, ana);
    for (const act of ['pack', 'handOver', 'deliver']) await shop.owner.post(`/desk/orders/${number}`, { act });
    await ana.post('/api/withdrawal/', { name: 'Ana Müller', email: ana.email, orderNumber: number });
    const value = await ctx.db.write((tx) => startSession(ctx, tx, ana.clientId));
    await use({ ...shop, dhl, number, session: { name: 'session', value, url: server.url } });
    await shop.dispose();
    site.dispose();
    await dhl.stop();
  },
  baseURL: async ({ own }, use) => use(own.server.url),
});

test.use({ viewport: { width: 360, height: 780 }, locale: 'de-DE' });

/** Lets the waiting times pass until the page of the order says something. */
async function seen(page: Page, { ctx }: Own, text: string | RegExp): Promise<void> {
  const step = page.getByRole('listitem').filter({ hasText: text });
  await until(String(text), async () => {
    await ctx.db.write((tx) =>
      tx
        .updateTable('return_labels')
        .set({ check_at: minutesAgo(ctx, 1) })
        .where('check_at', 'is not', null)
        .execute(),
    );
    await followReturns(ctx);
    await page.reload();
    return step.isVisible();
  });
  expect(await overflow(page)).toEqual({ by: 0, body: 0 });
}

test('a buyer follows a withdrawal on the order’s page on a phone, from its arrival to the money', async ({
  page,
  context,
  own,
}) => {
  await context.addCookies([own.session]);
  await page.goto(`/de/order/${own.number}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Ihr Widerruf' })).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: /^Eingegangen am/ })).toBeVisible();
  await main.getByRole('button', { name: 'Rücksendeetikett erstellen' }).click();
  await expect(main.getByRole('listitem').filter({ hasText: /^Rücksendeetikett vom .* DHL \d{12}/ })).toBeVisible();
  for (const name of ['Etikett (PDF)', 'QR-Code für die Filiale'])
    await expect(main.getByRole('link', { name })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Rücksendeetikett erstellen' })).toHaveCount(0);
  await expectNoViolations(page);

  const label = (await own.dhl.shipments()).find(({ kind }) => kind === 'return')!.number;
  await own.dhl.event(label, { code: 'transit' });
  await seen(page, own, /^Paket unterwegs zu uns seit/);
  await own.dhl.event(label, { code: 'delivered', returned: true });
  await seen(page, own, 'Wir prüfen die Ware.');

  await own.owner.post(`/desk/orders/${own.number}/refund`, { what: 'all', confirmed: '999' });
  await seen(page, own, /^Erstattet am/);
  await expect(main.getByText('Wir prüfen die Ware.')).toHaveCount(0);
});
