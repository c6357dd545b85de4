import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { freshShop, type FreshShop } from './fresh-shop.ts';
import { shopHere } from './shop-here.ts';
import { SITE_DATA } from './site.ts';

/** A fresh database with the demo catalogue. It uses the pictures that the test site has already encoded. */
export async function demoShop(): Promise<FreshShop> {
  const own = await freshShop();
  const pictures = path.join(SITE_DATA, 'media');
  if (existsSync(pictures)) symlinkSync(pictures, path.join(own.env.DATA_DIR ?? '', 'media'));
  const imported = await shopHere(['catalogue', 'import'], own.env);
  if (imported.code !== 0)
    throw new Error(`The demo catalogue could not be imported:\n${imported.stdout}${imported.stderr}`);
  return own;
}
