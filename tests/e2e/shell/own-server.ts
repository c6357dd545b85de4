import { test as base } from '../fixtures.ts';

/**
 * The demo shop's pages on their own server with an empty database. Some pages answer 5xx, which the usual fixture
 * forbids.
 */
export const test = base.extend({
  baseURL: async ({ emptyShop }, use) => use(emptyShop.url),
  consent: null,
  watched: async ({}, use) => use(),
});
