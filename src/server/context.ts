import type { Logger } from 'pino';
import { ConfigError, loadConfig, type Config } from './config.ts';
import { openDatabase, type Database } from './db/database.ts';
import type { PaypalGateway } from './gateways/paypal.ts';
import { createPaypalGateway } from './gateways/paypal/create-gateway.ts';
import { createLog } from './log.ts';
import { makePassableFolder } from './own-files.ts';
import { emulatorUrl } from './paypal-config.ts';

/** What a service needs from outside; handed to it as its first argument. */
export interface Context {
  config: Config;
  db: Database;
  log: Logger;
  now: () => Date;
  /** Made at first use: by then a server that took any free port knows which. */
  readonly paypal: PaypalGateway;
}

/** Opens everything a process needs. The caller closes it with `closeContext`. `isPatient`: see `openDatabase`. */
export function createContext(config: Config = loadConfig(), { isPatient = true } = {}): Context {
  try {
    makePassableFolder(config.dataDir);
  } catch (error) {
    throw new ConfigError(`DATA_DIR: no folder can be made at ${config.dataDir} (${(error as Error).message}). Example: DATA_DIR=.data`);
  }
  const log = createLog(config.logLevel);
  let paypal: PaypalGateway | undefined;
  return {
    config,
    log,
    db: openDatabase(config, log, isPatient),
    now: () => new Date(),
    get paypal() {
      const { apiBase, timeoutMs } = config.paypal;
      return (paypal ??= createPaypalGateway({ account: config.paypal, baseUrl: apiBase ?? emulatorUrl(config), timeoutMs, log }));
    },
  };
}

export const closeContext = (ctx: Context): Promise<void> => ctx.db.close();

// Under `astro dev` there are several copies of this module (the configuration's, and one after every edit): all must
// share one connection, so the process's context hangs on a registered symbol.
const KEY = Symbol.for('vitrine.context');

/** The process's own context, opened at first use. */
export function getContext(): Context {
  const holder = globalThis as { [KEY]?: Context };
  return (holder[KEY] ??= createContext(loadConfig(), { isPatient: false }));
}
