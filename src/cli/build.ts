/** `npm run build`: builds the pages that changed and publishes them. */
import { Command } from 'commander';
import { runProgram, ToolError } from '#src/server/run-program.ts';
import { buildSite } from '#src/site/build/build-site.ts';

const { ifChanged = false } = new Command('build')
  .description('Builds the pages that changed and publishes them to the running shop.')
  .option('--if-changed', 'do nothing when the pages are current')
  .parse()
  .opts<{ ifChanged?: true }>();

await runProgram(
  () => buildSite({ ifChanged }),
  (error) =>
    error instanceof ToolError
      ? 'The pages could not be built, as the lines above say. The previous build is still served.'
      : undefined,
);
