/** `npm start`: imports and builds what is missing, then serves the shop. */
import { loadConfig } from '#src/settings/environment/config.ts';
import { markRunning } from '#src/server/db/running.ts';
import { requireFreeAddress } from '#src/server/listen.ts';
import { runProgram } from '#src/server/run-program.ts';
import { importDemoCatalogue } from './demo-catalogue.ts';
import { ensureDemoLogins, openMessage, quietly } from './open-message.ts';
import { serveShop } from './serve-shop.ts';
import { watchBeside } from './watch-beside.ts';
import { buildSite, isBuildCurrent } from '#src/site/build/build-site.ts';
import { withContext } from '#src/server/with-context.ts';

async function start(): Promise<void> {
  const config = loadConfig();
  await requireFreeAddress(config);
  markRunning(config);
  await importDemoCatalogue();
  const logins = await withContext(ensureDemoLogins);
  if (!(await isBuildCurrent())) {
    console.log('Building the pages …');
    await buildSite();
  }
  const opened = () => {
    console.log(openMessage('The shop is open:', config, logins));
    restartWatcher = watchBeside();
  };
  let restartWatcher = (): void => {};
  serveShop({ env: quietly, opened, reloading: () => restartWatcher() });
}

await runProgram(start);
