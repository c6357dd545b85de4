import { Command } from 'commander';
import { loadConfig } from '#src/server/config.ts';
import { requireSite } from '#src/site/site-record.ts';
import { nginxConfig } from './nginx-config.ts';

export const nginxCommand = (): Command =>
  new Command('nginx')
    .description('print a configuration for nginx that serves the built pages itself, for these settings and this build')
    .option('--listen <address>', 'where nginx listens', '80')
    .option('--log <file>', 'where nginx notes requests', '/var/log/nginx/access.log')
    .action(({ listen, log }: { listen: string; log: string }) => {
      const config = loadConfig();
      process.stdout.write(nginxConfig({ config, build: requireSite(config.distDir), listen, log }));
    });
