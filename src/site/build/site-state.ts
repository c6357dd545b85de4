import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { findCatalogueState } from '#src/features/catalogue/server/catalogue.repository.ts';
import { hasShortDated } from '#src/features/catalogue/server/lots/short-dated.repository.ts';
import { hasPublicRecall } from '#src/features/catalogue/server/recalled.repository.ts';
import { findLegalFaults } from '#src/features/legal/server/law-calendar.loader.ts';
import { hasRecipes, publicRecipes } from '#src/features/recipes/server/recipes.loader.ts';
import { aboutLabel, loadStories } from '#src/features/stories/server/stories.loader.ts';
import { findIdsInStock } from '#src/features/search/server/search.repository.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { readContentText } from '#src/server/content/content-file.ts';
import type { Context } from '#src/server/context.ts';
import type { Config } from '#src/settings/environment/config.ts';
import { findSavedShop, savedShop } from '#src/server/shop-file.ts';
import { announcedBreaks } from '#src/shared/delivery/dispatch-breaks.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { digest, digestFiles, filesBelow } from './digest-files.ts';

/** Files that can affect every page or the bundling. */
const SOURCES = ['src', 'locales', 'package.json', 'package-lock.json', 'tsconfig.json', 'astro.config.mjs'];
/** Files that are served unchanged. */
const SERVED = ['public'];
/** The example of CONTENT_DIR. */
const CONTENT = ['src/content'];
/** Content that every page may show. */
const KEYED = ['shop.yaml'];
/**
 * Content that no page with a key shows, so such pages stay when it changes. The rest of CONTENT_DIR is not part of a
 * build: the database represents the imported catalogue, and the server reads the search's files itself.
 */
const UNKEYED = ['slides', 'legal', 'pages', 'recipes'];

/** Digests of a build's inputs. */
export interface SiteState {
  /** Code and the settings that are bundled with it: servers of one version can use each other's builds. */
  version: string;
  /** Code, interface texts, shop details, configuration and whether there is a recall, which can affect every page. */
  sources: string;
  /**
   * Inputs of Astro's part: code, files served unchanged, and configuration without the location of data and content.
   */
  programs: string;
  /** All inputs, with content and catalogue; a different value requires a new build. */
  state: string;
}

/** Reads the digests of the shop in a folder. */
export async function readSiteState(ctx: Context, folder = '.'): Promise<SiteState> {
  const { config, db } = ctx;
  const code = digestFiles(folder, SOURCES, CONTENT);
  const facts = digestFiles(config.contentDir, KEYED);
  // Every page's footer says whether there is a recall.
  const hasRecall = await hasPublicRecall(db.read);
  // Every page's menu names the list of what is cheaper because its date is near.
  const hasSaved = await hasShortDated(db.read);
  // Servers that share an object store may name their folders and their database differently.
  const place = config.objectStore ? [] : [config.dataDir, config.databaseUrl];
  // Every page also says when parcels rest.
  const { shipping, terms } = savedShop(ctx);
  const rest = announcedBreaks(shipping.breaks, germanDay(ctx.now().toISOString()), terms.deliveryDays.most);
  const recipes = { any: await hasRecipes(ctx), today: publicRecipes(ctx).map(({ slug }) => slug) };
  // Every page's footer names "About us".
  const about = LOCALE_CODES.map((locale) => aboutLabel(ctx, locale) ?? null);
  const stories = loadStories(ctx).stories.map(({ slug }) => slug);
  const sources = digest([
    bundledConfig(config),
    config.isRehearsal,
    ...place,
    code,
    facts,
    hasRecall,
    ...(hasSaved ? ['saved'] : []),
    rest,
    recipes.any,
    about,
  ]);
  const programs = digest([bundledConfig(config), bundledTexts(config), code, digestFiles(folder, SERVED)]);
  const texts = digestFiles(config.contentDir, UNKEYED);
  const content = [texts, recipes.today, stories, heldTexts(ctx, [texts, facts])];
  const inStock = [...(await findIdsInStock(db.read))].sort((a, b) => a - b);
  const version = digest([bundledConfig(config), code]);
  return {
    version,
    sources,
    programs,
    state: digest([sources, programs, content, await findCatalogueState(db.read), inStock]),
  };
}

/** Whether an input file of Astro's part was written since then, even without a change. */
export function areProgramsTouched(since: Date, folder = '.'): boolean {
  const roots = [...SOURCES, ...SERVED].map((name) => path.join(folder, name)).filter((file) => existsSync(file));
  const isContent = (file: string) => CONTENT.some((name) => file.startsWith(path.join(folder, name) + path.sep));
  return roots.flatMap(filesBelow).some((file) => !isContent(file) && statSync(file).ctime >= since);
}

/** The owner's texts, which scripts contain. A mistake in the file stops the build itself, which names it. */
const bundledTexts = (config: Config): unknown => findSavedShop(config)?.texts;

/** The day and the digests for which all legal texts were valid. */
let noneHeld: string | undefined;

/**
 * The legal texts whose pages keep their last form today. The day on which one becomes valid asks for a build, too.
 * `watch` asks twice a second, so valid texts are read again only on another day and with other `digests` of them and
 * of the shop's facts.
 */
function heldTexts(ctx: Context, digests: string[]): unknown {
  const { config } = ctx;
  const { siteUrl, contentDir } = config;
  const now = ctx.now();
  const asked = digest([siteUrl, contentDir, germanDay(now.toISOString()), digests]);
  if (asked === noneHeld) return [];
  try {
    const files = findLegalFaults({ config, shop: savedShop(ctx) }, now, (name) => readContentText(config, name)).map(
      ({ file }) => file,
    );
    if (files.length === 0) noneHeld = asked;
    return files;
  } catch {
    return undefined;
  }
}

/** The settings that Astro inlines into the code. */
const bundledConfig = ({ siteUrl, analyticsId, asksMarketing, offline, paypal }: Config) => [
  siteUrl,
  analyticsId,
  asksMarketing,
  offline,
  paypal.apiBase,
];
