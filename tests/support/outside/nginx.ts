import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const PROGRAMS = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'];

/** Why the tests with nginx cannot run here; undefined where they can. */
export const withoutNginx = (): string | undefined =>
  PROGRAMS.some((file) => existsSync(file)) ? undefined : 'no nginx on this machine: apt-get install nginx';

export interface RunningNginx {
  url: string;
  /** The lines of the access log so far. nginx writes them within a second. */
  accessLog: () => string[];
  /** All error logs so far. */
  errors: () => string;
  /** The stored responses, with nginx's own record of each. */
  stored: () => string[];
  stop: () => Promise<void>;
}

/**
 * docs/nginx.conf in front of a server that listens on `nodePort`; only ports and folders are replaced. Without
 * `limitsPages` the limit of pages is left out, because many tests ask for more than one visitor would.
 */
export async function startNginx(nodePort: number, { limitsPages = false } = {}): Promise<RunningNginx> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-nginx-'));
  const port = await freePort();
  writeFileSync(path.join(folder, 'site.conf'), siteConfig(folder, port, nodePort, limitsPages));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    // The folder belongs to the user who runs the tests. The line `http` is that of Debian's own file, as far as it
    // matters here.
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid;
worker_processes 2; worker_rlimit_nofile 4096;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; gzip on; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  );
  const program = PROGRAMS.find((file) => existsSync(file))!;
  const child = spawn(program, ['-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with code ${child.exitCode}:\n${output}`);
    await wait(20);
  }
  const textOf = (name: string) => readFileSync(path.join(folder, name), 'latin1');
  return {
    url: `http://127.0.0.1:${port}`,
    accessLog: () => textOf('shop.access.log').split('\n').slice(0, -1),
    errors: () => ['error.log', 'shop.error.log'].map(textOf).join(''),
    stored: () =>
      readdirSync(path.join(folder, 'nginx-shop'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1')),
    async stop() {
      const exit = once(child, 'exit');
      if (child.kill('SIGQUIT')) await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function siteConfig(folder: string, port: number, nodePort: number, limitsPages: boolean): string {
  const replacements = [
    ['127.0.0.1:4321', `127.0.0.1:${nodePort}`],
    ['\n    listen 80;', `\n    listen 127.0.0.1:${port};`],
    ['/var/cache', folder],
    ['/var/log/nginx', folder],
    ...(limitsPages ? [] : [['limit_req zone=shop_pages burst=200 nodelay;', ''] as const]),
  ] as const;
  return replacements.reduce(
    (text, [documented, own]) => {
      if (!text.includes(documented)) throw new Error(`docs/nginx.conf has no ${documented}`);
      return text.replaceAll(documented, own);
    },
    readFileSync('docs/nginx.conf', 'utf8'),
  );
}

async function answers(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  const connected = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return connected;
}
