import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { SITE_DATA } from '../support/shops/site.ts';
import { run } from './measure.ts';
import { tell } from './report.ts';

export type ShopEnv = Record<'DATA_DIR' | 'DIST_DIR' | 'CACHE_DIR' | 'SITE_URL', string>;

const SITE_URL = 'http://localhost:4321';

/** Environment of a shop whose data, pages and build cache are below `folder`; its pictures are in `media`. */
export function benchShop(folder: string, media: string): ShopEnv {
  const data = path.join(folder, 'data');
  mkdirSync(data, { recursive: true });
  symlinkSync(media, path.join(data, 'media'));
  return {
    DATA_DIR: data,
    DIST_DIR: path.join(folder, 'dist'),
    CACHE_DIR: path.join(folder, 'cache'),
    SITE_URL,
  };
}

/** The same with the demo catalogue, imported and built. */
export async function buildDemo(folder: string, siteUrl = SITE_URL): Promise<ShopEnv> {
  const env = { ...benchShop(folder, mediaFolder(folder)), SITE_URL: siteUrl };
  tell('importing and building the demo catalogue');
  await run(['src/cli/shop.ts', 'catalogue', 'import'], env);
  await run(['src/cli/build.ts'], env);
  return env;
}

/** A folder for pictures, with those that the tests' shop has encoded already. */
export function mediaFolder(parent: string): string {
  const media = path.join(parent, 'media');
  const encoded = path.join(SITE_DATA, 'media');
  mkdirSync(media);
  if (existsSync(encoded)) cpSync(encoded, media, { recursive: true, filter: (file) => !file.endsWith('.tmp') });
  return media;
}
