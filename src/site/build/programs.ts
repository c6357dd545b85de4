/** What Astro builds of the sources; builds of the same sources share it. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#src/server/config.ts';
import { runTool } from '#src/server/run-tool.ts';
import { PAGES_FOLDER } from '../vite/pages-program.ts';
import { digest, digestFiles } from './digest-files.ts';
import { areProgramsTouched, type SiteState } from './site-state.ts';

/** React looks at it when it is loaded, and JSX when it is built; both would else be slower, and not fit each other. */
export const PRODUCTION = { NODE_ENV: 'production' };

/**
 * The folder of scripts, styles, the server and the program that makes the pages; built when the sources are others than
 * before, or when not all of it is there any more. Always the same folder: its path stands in the code, whose digest
 * tells whether that changed.
 */
export async function preparePrograms({ distDir, siteUrl }: Pick<Config, 'distDir' | 'siteUrl'>, state: SiteState): Promise<string> {
  const folder = path.join(distDir, 'astro');
  const builtOf = path.join(folder, 'built-of');
  const key = process.env.ASTRO_KEY ?? (await buildKey(distDir));
  const present = async () => digest([state.programs, key, await digestFiles(folder, ['client', 'server', PAGES_FOLDER])]);
  if (existsSync(builtOf) && (await readFile(builtOf, 'utf8')) === (await present())) return folder;
  const begin = new Date();
  await rm(builtOf, { force: true });
  await runTool(['src/site/build/astro-build.ts'], {
    ...PRODUCTION,
    OUT_DIR: folder,
    // Astro writes variables into code that has their name anywhere in it, as "IMPORT" has: how a server runs is not to make another code.
    SITE_URL: siteUrl,
    PORT: '',
    ASTRO_KEY: key,
  });
  await chmod(folder, 0o700); // the key is in the server's code
  // Else what somebody wrote meanwhile and took back would stay for good.
  if (!(await areProgramsTouched(begin))) await writeFile(builtOf, await present());
  return folder;
}

/** Astro would make another key, and with it other code, for each build. */
async function buildKey(distDir: string): Promise<string> {
  const file = path.join(distDir, 'key');
  if (existsSync(file)) return readFile(file, 'utf8');
  const key = randomBytes(32).toString('base64');
  await writeFile(file, key, { mode: 0o600 });
  return key;
}
