import { rmSync } from 'node:fs';
import path from 'node:path';
import buildSite from './build-site.ts';
import { startWarmShop } from './server.ts';
import { SITE_DATA } from './site.ts';

/** Playwright's global set-up: serves the built demo shop for all browser tests. */
export default async function serveSite(): Promise<() => Promise<void>> {
  await buildSite();
  // Removes orders and faults of earlier runs.
  rmSync(path.join(SITE_DATA, 'paypal-emulator'), { recursive: true, force: true });
  const shop = await startWarmShop({ DATA_DIR: SITE_DATA, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' });
  process.env.SHOP_URL = shop.url;
  return shop.stop;
}
