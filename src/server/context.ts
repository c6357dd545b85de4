import type { Logger } from 'pino';
import { ConfigError, loadConfig, type Config } from '#src/settings/environment/config.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open-database.ts';
import type { PaypalGateway } from './gateways/paypal.ts';
import { createPaypalGateway } from './gateways/paypal/create-gateway.ts';
import { createLog } from './log.ts';
import { makePassableFolder } from './own-files.ts';
import { emulatorUrl } from '#src/settings/environment/paypal-config.ts';
import { loadShopData } from './shop-file.ts';
import type { ShopData } from '#src/settings/shop-yaml/shop-data.ts';

/** The person in the audit. */
export interface Actor {
  /** null for the command line. */
  staffId: string | null;
  who: string;
  /** Network address; '' for the command line. */
  address: string;
}

/** The dependencies of a service, passed as its first argument. */
export interface Context {
  config: Config;
  db: Database;
  log: Logger;
  /** The database's time: see `Database.now`. */
  now: () => Date;
  /** The shop details that pages show: in a server those of the build that it serves (`reloadShop`). */
  readonly shop: ShopData;
  /** Created at first use, because a server on port 0 learns its port only after it listens. */
  readonly paypal: PaypalGateway;
  /** undefined for acts of the shop or a customer. */
  readonly actor?: Actor | undefined;
}

/** The same context, with this person as the actor. */
export const actingAs = (ctx: Context, actor: Actor): Context =>
  Object.create(ctx, { actor: { value: actor, enumerable: true } }) as Context;

/** Creates the data folder; throws ConfigError when that is impossible. */
export function prepareDataDir({ dataDir }: Pick<Config, 'dataDir'>): void {
  try {
    makePassableFolder(dataDir);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR: cannot create the folder ${dataDir} (${(error as Error).message}). Example: DATA_DIR=.data`,
    );
  }
}

/** undefined after a mistake in the file, which must not stop work that needs no shop details. */
function tryToLoadShop(): ShopData | undefined {
  try {
    return loadShopData();
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/**
 * Opens the database and the log of a process. The caller closes them with `closeContext`. `retriesLong`: see
 * `openDatabase`.
 */
export function createContext(config: Config = loadConfig(), { retriesLong = true } = {}): Context {
  prepareDataDir(config);
  const log = createLog(config.logLevel);
  let shop = tryToLoadShop();
  let paypal: PaypalGateway | undefined;
  const db = openDatabase(config, log, retriesLong);
  return {
    config,
    log,
    db,
    now: db.now,
    get shop() {
      return (shop ??= loadShopData());
    },
    set shop(loaded) {
      shop = loaded;
    },
    get paypal() {
      const { apiBase, timeoutMs } = config.paypal;
      return (paypal ??= createPaypalGateway({
        account: config.paypal,
        baseUrl: apiBase ?? emulatorUrl(config),
        timeoutMs,
        log,
      }));
    },
  };
}

/** Reads the shop details again, for a server that begins to serve another build, and for `astro dev`. */
export function reloadShop(ctx: Context): void {
  (ctx as { shop: ShopData }).shop = loadShopData();
}

export const closeContext = (ctx: Context): Promise<void> => ctx.db.close();

// `astro dev` loads this module several times. A registered symbol lets all copies share one context and so one
// connection.
const KEY = Symbol.for('vitrine.context');

/** The process's shared context, opened at first use. */
export function getContext(): Context {
  const holder = globalThis as { [KEY]?: Context };
  return (holder[KEY] ??= createContext(loadConfig(), { retriesLong: false }));
}
