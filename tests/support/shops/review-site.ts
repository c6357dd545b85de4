import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmulator, type RunningEmulator } from '../outside/emulator.ts';
import { idsOf } from '../people/order-rows.ts';
import { ownSite, type OwnSite } from './own-site.ts';
import { writeContent } from './own-content.ts';
import { withReviews } from './review-shop.ts';

export interface ReviewSite extends OwnSite {
  paypal: RunningEmulator;
  ids: Record<string, number>;
  /** Turns reviews on or off; the next build follows. */
  offer: (isOffered: boolean) => void;
}

/** A shop with pages of its own, with reviews turned on. */
export async function reviewSite(): Promise<ReviewSite> {
  const paypal = await startEmulator();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-reviews-'));
  const content = path.join(folder, 'content');
  mkdirSync(content);
  writeContent(content, {});
  const offer = (isOffered: boolean) =>
    writeFileSync(
      path.join(content, 'shop.yaml'),
      withReviews().replace(/^(reviews:\n {2}offered: )true/m, `$1${isOffered}`),
    );
  offer(true);
  const rows = ['AGUA', 'MATE'].map((cod_catalog) => ({
    ...{ cod_catalog, product_name: `Bom ${cod_catalog}`, slug: cod_catalog.toLowerCase(), quantity_available: 50 },
  }));
  const settings = { PAYPAL_API_BASE: paypal.url, TRUST_PROXY: '1', CONTENT_DIR: content };
  const site = await ownSite(rows, {}, { settings });
  return {
    ...site,
    paypal,
    ids: await idsOf(site.ctx),
    offer,
    async dispose() {
      await site.dispose();
      await paypal.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
