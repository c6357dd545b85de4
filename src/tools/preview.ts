/** `npm run preview`: serves the last build as it is. */
import { ConfigError } from '#src/server/config.ts';
import { serveShop } from './serve-shop.ts';

try {
  serveShop();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
