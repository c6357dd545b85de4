import { Command } from 'commander';
import { loadConfig } from '#src/server/config.ts';
import { DIST, requireSite } from '#src/server/site/site-record.ts';
import { nginxConfig } from './nginx-config.ts';

export const nginxCommand = (): Command =>
  new Command('nginx')
    .description('print a configuration for nginx that serves the built pages itself, for these settings and this build')
    .option('--listen <address>', 'where nginx listens', '80')
    .action(({ listen }: { listen: string }) => {
      process.stdout.write(nginxConfig({ config: loadConfig(), distDir: DIST, build: requireSite(DIST), listen }));
    });
