import { ConfigError } from '#src/server/config.ts';
import { buildSite } from './site.ts';

try {
  await buildSite();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
