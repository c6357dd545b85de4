/** `npm run dev`: Astro's dev server with the demo catalogue and the background jobs. */
import { runBackground } from '#src/background.ts';
import { refreshSalesLock } from '#src/features/editing/server/sales-lock.service.ts';
import { loadConfig } from '#src/settings/environment/config.ts';
import { runProgram } from '#src/server/run-program.ts';
import { importDemoCatalogue } from './demo-catalogue.ts';
import { ensureDemoLogins, openMessage } from './open-message.ts';
import { runTool } from '#src/server/run-tool.ts';
import { withContext } from '#src/server/with-context.ts';

await runProgram(async () => {
  await importDemoCatalogue();
  await withContext(async (ctx) => {
    const logins = await ensureDemoLogins(ctx);
    await refreshSalesLock(ctx);
    console.log(openMessage('The shop is ready for development, once Astro says so below:', loadConfig(), logins));
    const stopJobs = runBackground(ctx);
    try {
      await runTool(['node_modules/astro/bin/astro.mjs', 'dev', ...process.argv.slice(2)]);
    } finally {
      await stopJobs();
    }
  });
});
