/** `npm run preview`: serves the last build, and prints its addresses for the person at the terminal. */
import { loadConfig } from '#src/settings/environment/config.ts';
import { runProgram } from '#src/server/run-program.ts';
import { requireDatabase } from '#src/server/with-context.ts';
import { openMessage, quietly } from './open-message.ts';
import { serveShop } from './serve-shop.ts';

await runProgram(async () => {
  const config = loadConfig();
  await requireDatabase(config);
  serveShop({ env: quietly, opened: () => console.log(openMessage('The last build is served:', config)) });
});
