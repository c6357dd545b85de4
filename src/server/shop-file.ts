/** Reads the owner's shop.yaml: as the build has it, and as it is saved now. What it may say is in src/settings. */
import { applyShopTexts } from '#src/i18n/translate.ts';
import { ConfigError, type Config } from '#src/settings/environment/config.ts';
import { FACT_HELP } from '#src/settings/shop-yaml/fact-help.ts';
import { checkShopData, isImprintFact, missingShopFacts, type ShopData } from '#src/settings/shop-yaml/shop-data.ts';
import { readContentText } from './content/content-file.ts';
import { contentPlace, readEditorial } from './editorial-content.ts';

const FILE = 'shop.yaml';

/** Parses the text of a shop.yaml; throws ConfigError with all mistakes at once. */
export function parseShopData(text: string): ShopData {
  const checked = checkShopData(text);
  if (checked.ok) return checked.value;
  const lines = checked.error.map(({ name, message }) => `  ${name ? `${name}: ` : ''}${message}`);
  throw new ConfigError(`${contentPlace(FILE)} has mistakes:\n${lines.join('\n')}`);
}

/**
 * Reads the shop details of the build, or of CONTENT_DIR before there is one, and fills the texts of this process with
 * them. Called once where a process or a build starts; everything else is given `ctx.shop`.
 */
export function loadShopData(): ShopData {
  const data = parseShopData(readEditorial(FILE));
  applyShopTexts(data.terms, data.texts, data.fastDelivery);
  return data;
}

let parsed: { text: string; data: ShopData | undefined } | undefined;

/**
 * The shop details in CONTENT_DIR now; undefined for a half-written file, which must not stop a paid order, and for a
 * public shop whose imprint is incomplete.
 */
export function findSavedShop(config: Pick<Config, 'contentDir' | 'isLocal'>): ShopData | undefined {
  const text = readContentText(config, FILE);
  if (parsed?.text !== text) {
    const checked = checkShopData(text);
    parsed = { text, data: checked.ok ? checked.value : undefined };
  }
  const { data } = parsed;
  return data && missingImprintFacts(config, data).length === 0 ? data : undefined;
}

/**
 * The shop details as saved now, which may be newer than the build's: for documents, mails and the desk. Promises on
 * pages, such as prices and delivery days, come from `ctx.shop`.
 */
export const savedShop = ({ config, shop }: { config: Pick<Config, 'contentDir' | 'isLocal'>; shop: ShopData }) =>
  findSavedShop(config) ?? shop;

const missingImprintFacts = ({ isLocal }: Pick<Config, 'isLocal'>, data: ShopData): string[] =>
  isLocal ? [] : missingShopFacts(data).filter(isImprintFact);

/**
 * Throws ConfigError with each missing detail of the imprint, because a public shop without an imprint breaks the law.
 */
export function requireImprintFacts(config: Pick<Config, 'isLocal'>, data: ShopData): void {
  const missing = missingImprintFacts(config, data);
  if (missing.length === 0) return;
  const lines = missing.map((name) => `  ${name}: ${FACT_HELP[name]}`);
  throw new ConfigError(
    `SITE_URL is public, but ${contentPlace(FILE)} lacks facts of the imprint (§ 5 DDG). Fill them in, ` +
      `then build:\n${lines.join('\n')}`,
  );
}
