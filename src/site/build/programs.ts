/** Astro's output for the sources; builds with the same sources share it. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { handedVariable, type Config } from '#src/settings/environment/config.ts';
import { runTool } from '#src/server/run-tool.ts';
import { PAGES_FOLDER } from '../vite/pages-program.ts';
import { digest, digestFiles } from './digest-files.ts';
import { areProgramsTouched, type SiteState } from './site-state.ts';

/** React checks NODE_ENV at load time and JSX at build time; without it both would be slower and would not match. */
export const PRODUCTION = { NODE_ENV: 'production' };

const KEY = 'key';

/**
 * The folder with scripts, styles, server and the program that renders pages; rebuilt when sources change or files are
 * missing. Its path is constant, because the code contains it and its digest must not change.
 */
export async function preparePrograms(
  { distDir, siteUrl }: Pick<Config, 'distDir' | 'siteUrl'>,
  state: SiteState,
): Promise<string> {
  const folder = path.join(distDir, 'astro');
  const builtOf = path.join(folder, 'built-of');
  const key = await buildKey(distDir);
  const present = () => digest([state.programs, key, digestFiles(folder, ['client', 'server', PAGES_FOLDER])]);
  if (existsSync(builtOf) && (await readFile(builtOf, 'utf8')) === present()) return folder;
  const begin = new Date();
  await rm(builtOf, { force: true });
  await runTool(['src/site/build/astro-build.ts'], {
    ...PRODUCTION,
    OUT_DIR: folder,
    // Astro inlines any variable whose name occurs in the code, such as "IMPORT". A server's settings must not change
    // the code.
    SITE_URL: siteUrl,
    PORT: '',
    ASTRO_KEY: key,
  });
  await chmod(folder, 0o700); // the server's code contains the key
  // Otherwise an edit that was undone during the build would stay in the output permanently.
  if (!areProgramsTouched(begin)) await writeFile(builtOf, present());
  return folder;
}

/** Takes over another server's key, with its build. */
export async function keepKey(distDir: string, key: string): Promise<void> {
  await writeFile(path.join(distDir, KEY), key, { mode: 0o600 });
}

/** Without a stored key Astro would create a new one, and so different code, for each build. */
export async function buildKey(distDir: string): Promise<string> {
  const given = handedVariable('ASTRO_KEY');
  if (given) return given;
  const file = path.join(distDir, KEY);
  if (existsSync(file)) return readFile(file, 'utf8');
  const key = randomBytes(32).toString('base64');
  await keepKey(distDir, key);
  return key;
}
