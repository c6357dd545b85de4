import { ConfigError } from '#src/server/config.ts';
import { ToolError } from './run-tool.ts';
import { buildSite } from './site/build-site.ts';

try {
  await buildSite({ ifChanged: process.argv.includes('--if-changed') });
} catch (error) {
  if (error instanceof ConfigError) {
    console.error(error.message);
    process.exitCode = 2;
  } else if (error instanceof ToolError) {
    console.error('The pages could not be built; what is wrong stands above. What was served before still is.');
    process.exitCode = 1;
  } else throw error;
}
