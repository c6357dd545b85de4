/** `npm run dev`: Astro's dev server with the demo catalogue and the background jobs. */
import { runBackground } from '#src/background.ts';
import { ensureTestLogin } from '#src/features/account/server/test-login.ts';
import { refreshSalesLock } from '#src/features/editing/server/sales-lock.service.ts';
import { runProgram } from '#src/server/run-program.ts';
import { importDemoCatalogue } from './demo-catalogue.ts';
import { runTool } from '#src/server/run-tool.ts';
import { withContext } from '#src/server/with-context.ts';

await runProgram(async () => {
  await importDemoCatalogue();
  await withContext(async (ctx) => {
    await ensureTestLogin(ctx);
    await refreshSalesLock(ctx);
    const stopJobs = runBackground(ctx);
    try {
      await runTool(['node_modules/astro/bin/astro.mjs', 'dev', ...process.argv.slice(2)]);
    } finally {
      await stopJobs();
    }
  });
});
