import type { Page } from 'playwright/test';

const KEY_CODES: Record<string, number> = { Enter: 13, Tab: 9 };

/** Types a code as a hand scanner does: its keys are ten milliseconds apart, however busy the machine is. */
export async function scan(page: Page, code: string, end: 'Enter' | 'Tab'): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const begin = Date.now() / 1000;
  for (const [at, key] of [...code, end].entries()) {
    const press = {
      key,
      windowsVirtualKeyCode: KEY_CODES[key] ?? key.charCodeAt(0),
      timestamp: begin + at / 100,
    };
    const text = key === 'Enter' ? '\r' : key;
    await client.send(
      'Input.dispatchKeyEvent',
      key === 'Tab' ? { ...press, type: 'rawKeyDown' } : { ...press, type: 'keyDown', text },
    );
    await client.send('Input.dispatchKeyEvent', { ...press, type: 'keyUp' });
  }
  await client.detach();
}
