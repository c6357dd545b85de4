import { ConfigError } from '#src/server/config.ts';
import { buildSite, isBuildCurrent } from './site.ts';

try {
  const unchanged = process.argv.includes('--if-changed') && (await isBuildCurrent());
  if (!unchanged) await buildSite();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
