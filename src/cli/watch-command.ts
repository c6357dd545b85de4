import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import type { Context } from '#src/server/context.ts';
import { ToolError } from '#src/server/run-program.ts';
import { readSite } from '#src/site/site-record.ts';
import { afterBurst } from './burst.ts';
import { isOutdated } from './installed-packages.mjs';
import { runTool } from '#src/server/run-tool.ts';
import { readSiteState } from '#src/site/build/site-state.ts';
import { withContext } from '#src/server/with-context.ts';

/** How often it asks whether something changed. */
export const CHECK_INTERVAL_MS = 500;
/** Changes come in bursts (an import, an upload): a build begins when nothing changes any more, but not later than this. */
const LONGEST_BURST_MS = 15_000;
const TRY_AGAIN_MS = 60_000;

export const watchCommand = (): Command =>
  new Command('watch')
    .description('build the pages anew whenever catalogue, prices, stock (sold out or not) or content change')
    .action(() => withContext(watch));

/** Until the process is ended. */
async function watch(ctx: Context): Promise<void> {
  console.log('Watching catalogue, stock and content. Stop with Ctrl+C.');
  // Of its own: a build by hand may know another configuration, and neither is to undo what the other did.
  let tried: { state: string; failedAt: number | undefined } | undefined;
  let hasSaidOutdated = false;
  for (;;) {
    const state = await look(ctx);
    // Whatever was tried: going back from what stands now is a change again.
    if (state !== undefined && state === readSite(ctx.config.distDir)?.state) tried = { state, failedAt: undefined };
    const due = tried?.state !== state || (tried?.failedAt !== undefined && Date.now() - tried.failedAt > TRY_AGAIN_MS);
    // A new version of the shop: installing empties node_modules under the running server, which is not for us to do.
    const waits = due && isOutdated();
    if (waits && !hasSaidOutdated) console.log('package-lock.json names other packages than are installed. Run: npm run build');
    hasSaidOutdated = waits;
    if (state !== undefined && due && !waits) {
      const settled = await afterBurst(state, () => look(ctx), { everyMs: CHECK_INTERVAL_MS, longestMs: LONGEST_BURST_MS, wait });
      tried = { state: settled, failedAt: (await build()) ? undefined : Date.now() };
    }
    await wait(CHECK_INTERVAL_MS);
  }
}

/** undefined while the database does not answer. */
async function look(ctx: Context): Promise<string | undefined> {
  try {
    return (await readSiteState(ctx)).state;
  } catch (error) {
    console.error(`${(error as Error).message}. Looking again …`);
    return undefined;
  }
}

async function build(): Promise<boolean> {
  console.log(`${new Date().toISOString()} something changed; building …`);
  try {
    await runTool(['src/cli/build.ts', '--if-changed']);
    return true;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return false;
  }
}
