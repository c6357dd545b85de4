import type { Page } from 'playwright/test';

/** Taps a button of PayPal's window by its text, and waits until the window has closed. */
export async function decideInWindow(popup: Page, label: string): Promise<void> {
  const closed = popup.waitForEvent('close');
  await popup
    .getByRole('button', { name: label, exact: true })
    .click()
    .catch((error: unknown) => {
      // The window may close before the browser reports the tap.
      if (!popup.isClosed()) throw error;
    });
  await closed;
}
