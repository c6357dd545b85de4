import { Command } from 'commander';
import { ConfigError, loadConfig } from '#src/server/config.ts';
import { readSite } from '#src/server/site/site-record.ts';
import { DIST } from '../site/build-site.ts';
import { nginxConfig } from './nginx-config.ts';

export const nginxCommand = (): Command =>
  new Command('nginx')
    .description('print a configuration for nginx that serves the built pages itself, for these settings and this build')
    .option('--listen <address>', 'where nginx listens', '80')
    .action(({ listen }: { listen: string }) => {
      const build = readSite(DIST);
      if (!build) throw new ConfigError(`DIST_DIR: ${DIST} holds no built site. Run \`npm run build\` first. Example: DIST_DIR=dist`);
      process.stdout.write(nginxConfig({ config: loadConfig(), distDir: DIST, build, listen }));
    });
