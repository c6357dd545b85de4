import type { Page } from 'playwright/test';

/** The search box, which becomes a combobox when it gets the focus. */
export const box = (page: Page) => page.locator('#q');
export const list = (page: Page) => page.getByRole('listbox');
export const chosen = (page: Page) => page.getByRole('option', { selected: true });
