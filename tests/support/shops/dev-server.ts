import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { freePort } from '../outside/free-port.ts';
import { linkAll, SITE_DATA, TEST_ROOT } from './site.ts';
import { until } from '../until.ts';

const SOURCES = ['src', 'public', 'locales', 'package.json', 'package-lock.json', 'tsconfig.json', 'astro.config.mjs'];

export interface DevServer {
  url: string;
  /** Everything that the terminal shows. */
  output: () => string;
  /** Replaces text in a source file, as an editor does. */
  edit: (file: string, from: string, to: string) => void;
  stop: () => Promise<void>;
}

/** `npm run dev` in a copy of the sources that a test may edit, with the demo catalogue of the test site. */
export async function startDevServer(): Promise<DevServer> {
  const folder = mkdtempSync(path.join(TEST_ROOT, 'dev-'));
  for (const name of SOURCES) cpSync(name, path.join(folder, name), { recursive: true });
  // Vite serves no file outside of the project's folder, so a symbolic link would not do.
  linkAll('node_modules', path.join(folder, 'node_modules'));
  rmSync(path.join(folder, 'node_modules/.astro'), { recursive: true, force: true });
  const data = path.join(folder, '.data');
  mkdirSync(data);
  const original = new Database(path.join(SITE_DATA, 'shop.db'), { readonly: true });
  await original.backup(path.join(data, 'shop.db'));
  original.close();
  symlinkSync(path.join(SITE_DATA, 'media'), path.join(data, 'media'));

  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), SITE_URL: url, DATA_DIR: data, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const server: DevServer = {
    url,
    output: () => output,
    edit(file, from, to) {
      const place = path.join(folder, file);
      const text = readFileSync(place, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
      writeFileSync(place, text.replace(from, to));
    },
    async stop() {
      const ended = hasEnded() ? undefined : once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      // npm may end before the server does.
      await until('the dev server ends', () =>
        fetch(url).then(
          () => false,
          () => true,
        ),
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await until('Astro is ready', () => output.includes('ready in') || hasEnded());
    if (hasEnded()) throw new Error(`npm run dev ended:\n${output}`);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}
