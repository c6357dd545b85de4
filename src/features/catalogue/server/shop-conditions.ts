import type { ShopConditions } from '../gap.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { missingShopFacts, type ShopData } from '#src/settings/shop-yaml/shop-data.ts';

const IMPORTER = ['company.name', 'company.street', 'company.postalCode', 'company.city'];

/** The shop details that fill gaps of every product. Placeholders do not count. */
export function shopConditions(data: ShopData): ShopConditions {
  const missing = new Set(missingShopFacts(data));
  return {
    hasImporter: !IMPORTER.some((name) => missing.has(name)),
    hasColdCarrier: data.shipping.coldCarrier !== undefined && !missing.has('shipping.coldCarrier'),
    today: germanDay(new Date().toISOString()),
  };
}

/**
 * The shop as the importer of food that names no other (LMIV art. 8(1)); undefined while shop.yaml has placeholders.
 */
export function importerOf(data: ShopData): string | undefined {
  const { name, street, postalCode, city } = data.company;
  return shopConditions(data).hasImporter ? `${name}, ${street}, ${postalCode} ${city}` : undefined;
}
