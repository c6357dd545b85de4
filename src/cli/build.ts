import { runProgram, ToolError } from '#src/server/run-program.ts';
import { buildSite } from '#src/site/build/build-site.ts';

await runProgram(
  () => buildSite({ ifChanged: process.argv.includes('--if-changed') }),
  (error) =>
    error instanceof ToolError ? 'The pages could not be built, as the lines above say. The previous build is still served.' : undefined,
);
