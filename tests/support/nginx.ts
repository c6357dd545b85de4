import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const PROGRAMS = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'];
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/** Why the tests with nginx can't run here; undefined where they can. */
export const withoutNginx = (): string | undefined => {
  if (!PROGRAMS.some((file) => existsSync(file))) return 'no nginx on this machine: apt-get install nginx';
  return existsSync(BROTLI) ? undefined : 'nginx lacks its Brotli module: apt-get install libnginx-mod-http-brotli-static';
};

export interface RunningNginx {
  url: string;
  /** What it noted of failures so far. */
  errors: () => string;
  stop: () => Promise<void>;
}

/** nginx with this configuration of a site that listens on `port`, as a process of its own. */
export async function startNginx(site: string, port: number): Promise<RunningNginx> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  writeFileSync(path.join(folder, 'site.conf'), site);
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    // Its workers read a folder of tests that is the user's alone.
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; load_module ${BROTLI}; worker_processes 2; worker_rlimit_nofile 4096;
events { worker_connections 1024; }
http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
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
  return {
    url: `http://127.0.0.1:${port}`,
    errors: () => readFileSync(path.join(folder, 'error.log'), 'utf8'),
    async stop() {
      const exit = once(child, 'exit');
      if (child.kill('SIGQUIT')) await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  const connected = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(
    () => false,
  );
  socket.destroy();
  return connected;
}
