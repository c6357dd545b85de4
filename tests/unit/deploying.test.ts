import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShopProgram } from '#src/cli/shop-program.ts';
import { readConfig } from '#src/settings/environment/config.ts';
import { PAYPAL_ACCOUNT } from '../support/people/paypal-account.ts';
import { withoutNginx } from '../support/outside/nginx.ts';

const text = readFileSync('docs/deploying.md', 'utf8');
const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
const VARIABLES = { DOMAIN: 'loja.example', MAIL: 'owner@loja.example' };

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-deploying-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs the step that contains these words, from them to its end or to other words; `replace` sets paths of this test.
 */
function run(begin: string, end: string | undefined, replace: [string, string][]): void {
  const block = blocks.find((one) => one.includes(begin))!;
  const from = block.slice(block.indexOf(begin));
  const step = end === undefined ? from : from.slice(0, from.indexOf(end));
  const script = replace.reduce((now, [documented, own]) => now.replaceAll(documented, own), step);
  const { status, stderr } = spawnSync('sh', ['-eu'], {
    input: script,
    env: { PATH: process.env.PATH, ...VARIABLES },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
}

describe('docs/deploying.md', () => {
  it('has steps that a shell can parse, with existing commands and units', async () => {
    expect(blocks.length).toBeGreaterThan(8);
    for (const block of blocks) expect(spawnSync('sh', ['-n'], { input: block }).status, block).toBe(0);
    const commands = (await createShopProgram()).commands.map((command) => command.name());
    for (const [, command] of text.matchAll(/npm run shop -- ([\w-]+)/g)) expect(commands).toContain(command);
    const units = readFileSync('src/cli/systemd-units.ts', 'utf8');
    for (const [, rest] of text.matchAll(/\bvitrine((?:-\w+)?\.(?:service|timer))\b/g))
      expect(units).toContain(`\${name}${rest}`);
  });

  it('writes settings that the shop accepts once the account is filled in', () => {
    const file = path.join(folder, 'env');
    run('cat > /opt/vitrine/.env', 'editor', [['/opt/vitrine/.env', file]]);
    const config = readConfig({
      ...parseEnv(readFileSync(file, 'utf8')),
      CONTENT_DIR: 'src/content',
      ...PAYPAL_ACCOUNT,
    });
    expect(config).toMatchObject({
      siteUrl: 'https://loja.example',
      shopEmail: VARIABLES.MAIL,
      trustProxy: 1,
      metricsPort: 9464,
    });
  });

  it('writes settings of several servers that the shop accepts', () => {
    const file = path.join(folder, 'env');
    run('cat > /opt/vitrine/.env', 'editor', [['/opt/vitrine/.env', file]]);
    run('PRIVATE=', undefined, [['/opt/vitrine/.env', file]]);
    const config = readConfig({
      ...parseEnv(readFileSync(file, 'utf8')),
      CONTENT_DIR: 'src/content',
      ...PAYPAL_ACCOUNT,
    });
    expect(config.objectStore).toMatchObject({ endpoint: 'https://s3.example/bucket', region: 'eu-central-1' });
    expect(config).toMatchObject({ host: '10.0.0.11', databaseUrl: 'postgres://vitrine:password@10.0.0.21/vitrine' });
  });

  it.skipIf(withoutNginx())('turns docs/nginx.conf into an https configuration that nginx accepts', () => {
    const [certificate, key] = ['fullchain.pem', 'privkey.pem'].map((name) => path.join(folder, name));
    const subject = ['-subj', '/CN=loja.example', '-keyout', key!, '-out', certificate!];
    expect(
      spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject]).status,
    ).toBe(0);
    run('sed -e', 'nginx -t', [
      ['/opt/vitrine/docs/nginx.conf', path.resolve('docs/nginx.conf')],
      ['/etc/nginx/conf.d/shop.conf', path.join(folder, 'shop.conf')],
    ]);
    const shop = readFileSync(path.join(folder, 'shop.conf'), 'utf8');
    expect(shop).toContain('ssl_certificate /etc/letsencrypt/live/loja.example/fullchain.pem;');
    expect(shop).toContain('return 301 https://loja.example$request_uri;');
    const own = shop
      .replaceAll('/etc/letsencrypt/live/loja.example', folder)
      .replaceAll(/\/var\/(?:cache|log\/nginx)/g, folder);
    writeFileSync(path.join(folder, 'shop.conf'), own);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const main =
      `pid ${folder}/pid; events {} http { access_log off; ${temporary.join(' ')} include ` + `${folder}/shop.conf; }`;
    writeFileSync(path.join(folder, 'nginx.conf'), main);
    const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(
      (file) => spawnSync(file, ['-v']).status === 0,
    )!;
    const { status, stderr } = spawnSync(
      program,
      ['-t', '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')],
      {
        encoding: 'utf8',
      },
    );
    expect(status, stderr).toBe(0);
  });
});
