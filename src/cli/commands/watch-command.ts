import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import type { Context } from '#src/server/context.ts';
import { ToolError } from '#src/server/run-program.ts';
import { readSite } from '#src/site/site-record.ts';
import { runTool } from '#src/server/run-tool.ts';
import { readSiteState } from '#src/site/build/site-state.ts';
import { createFollower } from '#src/site/build/follow-builds.ts';
import { withContext } from '#src/server/with-context.ts';
import { waitUntilStable } from '../wait-until-stable.ts';
import { isOutdated } from '../installed-packages.mjs';

/** Pause between two checks for changes. */
export const CHECK_INTERVAL_MS = 500;
/** Changes come in bursts (an import, an upload). A build starts when they stop, or after this time. */
const LONGEST_BURST_MS = 15_000;
const RETRY_MS = 60_000;

export const watchCommand = (): Command =>
  new Command('watch')
    .description('rebuild the pages whenever catalogue, prices, stock (sold out or not) or content change')
    .action(() => withContext(watch));

/** Runs until the process is ended. */
async function watch(ctx: Context): Promise<void> {
  console.log('Watching catalogue, stock and content. Stop with Ctrl+C.');
  process.once('disconnect', () => process.exit()); // `npm start` was killed
  // Kept in memory, because a manual build may use another configuration, and neither build should undo the other.
  let tried: { state: string; failedAt: number | undefined } | undefined;
  let hasSaidOutdated = false;
  const follow = createFollower(ctx);
  for (;;) {
    const state = await readState(ctx, follow);
    // Any state that differs from the published one is a change, even one whose build failed before.
    if (state !== undefined && state === readSite(ctx.config.distDir)?.state) tried = { state, failedAt: undefined };
    const due = tried?.state !== state || (tried?.failedAt !== undefined && Date.now() - tried.failedAt > RETRY_MS);
    // A new version of the shop with other packages: an install would empty node_modules under the running server.
    const waitsForInstall = due && isOutdated();
    if (waitsForInstall && !hasSaidOutdated)
      console.log('package-lock.json names other packages than are installed. Run: npm run build');
    hasSaidOutdated = waitsForInstall;
    if (state !== undefined && due && !waitsForInstall) {
      const settled = await waitUntilStable(state, () => readState(ctx, follow), {
        everyMs: CHECK_INTERVAL_MS,
        longestMs: LONGEST_BURST_MS,
        wait,
      });
      tried = { state: settled, failedAt: (await build()) ? undefined : Date.now() };
    }
    await wait(CHECK_INTERVAL_MS);
  }
}

/** Takes over other servers' builds, too. Returns undefined while the database does not respond. */
async function readState(ctx: Context, follow: ReturnType<typeof createFollower>): Promise<string | undefined> {
  try {
    const { state, version } = await readSiteState(ctx);
    if (await follow(version)) console.log(`${new Date().toISOString()} a build of another server is live`);
    return state;
  } catch (error) {
    console.error(`${(error as Error).message}. Trying again …`);
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
