/**
 * The key that encrypts secrets of the desk and codes of gift vouchers: the setting DESK_KEY, or on SQLite a file
 * beside the database.
 */
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#src/settings/environment/config.ts';
import type { Context } from './context.ts';
import { isSealed, newKey, seal, unseal } from './secret-box.ts';
import { parseKey } from '#src/settings/environment/settings-schema.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'deskKey'>;

const keyFile = ({ dataDir }: Place): string => path.join(dataDir, 'desk.key');

/** undefined when the file is missing or contains no valid key. */
function readKeyFile(place: Place): Buffer | undefined {
  try {
    return parseKey(readFileSync(keyFile(place), 'utf8').trim());
  } catch {
    return undefined; // at sign-in, an unreadable file counts as a lost key
  }
}

/** When several programs create the file at the same time, the first key wins. */
function makeKeyFile(place: Place): Buffer | undefined {
  const file = keyFile(place);
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${newKey().toString('base64')}\n`, { mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKeyFile(place);
}

/**
 * The key for new secrets. undefined on PostgreSQL without DESK_KEY: servers that share it would each make another key.
 */
export function deskKey(place: Place): Buffer | undefined {
  if (place.deskKey || place.databaseUrl) return place.deskKey;
  return readKeyFile(place) ?? makeKeyFile(place);
}

/** All keys of this server, the current one first: a secret may be older than the setting. */
export const knownDeskKeys = (place: Place): Buffer[] =>
  [place.deskKey, readKeyFile(place)].filter((key) => key !== undefined);

/** A secret as the database stores it: sealed when there is a key. `owner`: the id of its row. */
export function storedSecret(place: Place, owner: string, secret: string): string {
  const key = deskKey(place);
  return key ? seal(secret, key, owner) : secret;
}

/** A stored secret, and its new stored form. undefined when the key is lost. */
export function openSecret(
  place: Place,
  owner: string,
  stored: string,
): { secret: string; stored: string } | undefined {
  if (!isSealed(stored)) return { secret: stored, stored: storedSecret(place, owner, stored) };
  for (const [turn, key] of knownDeskKeys(place).entries()) {
    const secret = unseal(stored, key, owner);
    if (secret !== undefined) return { secret, stored: turn === 0 ? stored : storedSecret(place, owner, secret) };
  }
  return undefined;
}

export function warnOfMissingDeskKey({ config, log }: Context): void {
  if (config.deskKey) return;
  if (config.databaseUrl)
    log.warn(
      'DESK_KEY is not set, so the secrets of authenticator apps and the codes of gift vouchers are readable in the ' +
        'database. Set it to the output of `openssl rand -base64 32`, the same on all servers',
    );
  else if (existsSync(keyFile(config)) && !readKeyFile(config))
    log.warn(
      `${keyFile(config)} contains no key, so new secrets of authenticator apps are readable in the database. ` +
        'Bring the file back, or delete it',
    );
}
