/** Serves the last build with a log in JSON, as systemd runs it. */
import { loadConfig } from '#src/settings/environment/config.ts';
import { runProgram } from '#src/server/run-program.ts';
import { requireDatabase } from '#src/server/with-context.ts';
import { serveShop } from './serve-shop.ts';

await runProgram(async () => {
  await requireDatabase(loadConfig());
  serveShop();
});
