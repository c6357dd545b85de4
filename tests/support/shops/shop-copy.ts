import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { freePort } from '../outside/free-port.ts';
import { startWarmShop, type RunningShop } from './server.ts';
import { SITE_DATA, TEST_ROOT } from './site.ts';

interface Values {
  quantity_available?: number;
  price_cents?: number;
  real_price_cents?: number;
  age_limit?: number;
  sale_locked?: number;
  withdrawn_at?: string | null;
}

export interface ShopCopy extends RunningShop {
  /** The folder with this copy's database, pictures and mails. */
  dataDir: string;
  /** Changes a product in the database, without a new build. */
  change: (slug: string, values: Values) => void;
  /** Restores all products, and forgets what limits have counted. */
  reset: () => void;
  idOf: (slug: string) => number;
}

/** The built demo shop, served with a copy of its database that a test may change. */
export async function copyShop(): Promise<ShopCopy> {
  const folder = mkdtempSync(path.join(TEST_ROOT, 'copy-'));
  const original = new Database(path.join(SITE_DATA, 'shop.db'), { readonly: true });
  await original.backup(path.join(folder, 'shop.db'));
  symlinkSync(path.join(SITE_DATA, 'media'), path.join(folder, 'media'));
  // Its own address is its public one, because PayPal and mails lead back to it.
  const port = String(await freePort());
  const own = { DATA_DIR: folder, PORT: port, SITE_URL: `http://127.0.0.1:${port}` };
  const server = await startWarmShop({ ...own, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' });
  const copy = new Database(path.join(folder, 'shop.db'));
  const limits = new Database(path.join(folder, 'limits.db'));
  const changed = new Set<string>();
  const write = (slug: string, values: object) => {
    const columns = Object.keys(values).map((name) => `${name} = @${name}`);
    copy.prepare(`update products set ${columns.join(', ')} where slug = @slug`).run({ ...values, slug });
  };
  return {
    ...server,
    dataDir: folder,
    change(slug, values) {
      changed.add(slug);
      write(slug, values);
    },
    reset() {
      const columns = 'quantity_available, price_cents, real_price_cents, age_limit, sale_locked, withdrawn_at';
      for (const slug of changed)
        write(slug, original.prepare(`select ${columns} from products where slug = ?`).get(slug) as object);
      changed.clear();
      limits.exec('delete from rate_limits');
    },
    idOf: (slug) => (original.prepare('select id from products where slug = ?').get(slug) as { id: number }).id,
    async stop() {
      await server.stop();
      original.close();
      copy.close();
      limits.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
