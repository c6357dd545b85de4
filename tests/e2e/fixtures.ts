import { test as base, expect } from 'playwright/test';

/** Browser tests start here: an unexpected console error, failed request or call to another host fails the test. */
export const test = base.extend<{ watched: void }>({
  baseURL: async ({}, use) => use(process.env.SHOP_URL),
  watched: [
    async ({ page }, use) => {
      const problems: string[] = [];
      const origin = new URL(process.env.SHOP_URL ?? '').origin;
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => problems.push(`page: ${error.message}`));
      page.on('requestfailed', (request) => {
        // A navigation that leaves a page cuts off what it was still loading.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()}`);
      });
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith('http') && url.origin !== origin) problems.push(`another host: ${request.url()}`);
      });
      await use();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Each journey runs once unprefixed and once prefixed. */
export const JOURNEY_LOCALES = [
  { locale: 'pt-BR', prefix: '' },
  { locale: 'de-DE', prefix: '/de' },
] as const;
