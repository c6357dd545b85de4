import path from 'node:path';
import type { Plugin } from 'vite';

const SERVER_CODE = /[\\/]src[\\/](?:settings|(?:.*[\\/])?server)[\\/]/;

/** Fails the build when the browser's bundle would contain a file of the settings or under a `server/` folder. */
export function forbidServerCode(): Plugin {
  return {
    name: 'forbid-server-code',
    enforce: 'pre',
    load(id) {
      const file = id.split('?')[0] ?? id;
      if (this.environment.name !== 'client' || !SERVER_CODE.test(file)) return;
      const name = path.relative(process.cwd(), file);
      this.error(
        `${name} is server code, but an island imports it. Move what both need to a file outside server/, ` +
          'or use `import type`.',
      );
    },
  };
}
