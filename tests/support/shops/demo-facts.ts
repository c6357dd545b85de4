import { readFileSync } from 'node:fs';
import { parseShopData } from '#src/server/shop-file.ts';

/** The shop details of the demo. */
export const DEMO_FACTS = parseShopData(readFileSync('src/content/shop.yaml', 'utf8'));
