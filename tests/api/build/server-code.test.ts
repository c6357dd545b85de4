import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forbidServerCode } from '#src/site/vite/forbid-server-code.ts';
import { clientFolder, serverFolder, TEST_ROOT } from '../../support/shops/site.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(TEST_ROOT, 'island-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds an island for the browser, or code for the server. */
async function bundle(code: string, ssr = false): Promise<unknown> {
  const entry = path.join(folder, 'island.ts');
  writeFileSync(entry, code);
  return build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins: [forbidServerCode()],
    build: { write: false, ssr, rolldownOptions: { input: entry } },
  });
}

describe('an island that imports server code', () => {
  it.each([
    [
      'a file of src/server',
      "import { MAX_BODY_BYTES } from '#src/server/http/limits.ts'; console.log(MAX_BODY_BYTES);",
      'src/server/http/limits.ts',
    ],
    [
      'a feature’s repository',
      "import { countProducts } from '#src/features/catalogue/server/catalogue.repository.ts'; " +
        'console.log(countProducts);',
      'src/features/catalogue/server/catalogue.repository.ts',
    ],
    ['one on demand', "void import('#src/server/context.ts').then(console.log);", 'src/server/context.ts'],
    [
      'the settings',
      "import { readConfig } from '#src/settings/environment/config.ts'; console.log(readConfig);",
      'src/settings/environment/config.ts',
    ],
    [
      'one through another file',
      "import { createRefusals } from '#src/site/serve/refusals.ts'; console.log(createRefusals);",
      'src/server/http/limits.ts',
    ],
  ])('fails the build: %s', async (_what, code, file) => {
    const message = await bundle(code).then(
      () => 'was built',
      (error: Error) => error.message,
    );
    expect(message).toContain(`${file} is server code, but an island imports it.`);
    expect(message).toContain('Move what both need to a file outside server/, or use `import type`.');
  });

  it.each([
    [
      'types of it',
      "import type { Config } from '#src/settings/environment/config.ts'; " +
        'export const port = (config: Config) => config.port;',
    ],
    ['what both sides share', "import { toEuro } from '#src/shared/money.ts'; console.log(toEuro(1));"],
  ])('may import %s', async (_what, code) => {
    await expect(bundle(code)).resolves.toBeDefined();
  });

  it('is allowed when it is built for the server only', async () => {
    await expect(
      bundle("import { MAX_BODY_BYTES } from '#src/server/http/limits.ts'; console.log(MAX_BODY_BYTES);", true),
    ).resolves.toBeDefined();
  });

  it('fails the site’s own build, because the plugin is in its configuration', async () => {
    const { default: config } = (await import('../../../astro.config.mjs')) as {
      default: { vite?: { plugins?: unknown[] } };
    };
    expect(config.vite?.plugins).toContainEqual(expect.objectContaining({ name: 'forbid-server-code' }));
  });
});

describe('the built site', () => {
  const MARKERS = ['better-sqlite3', 'products_by_category', 'node:fs', 'kysely', 'DATABASE_URL', 'sanitize-html'];
  const codeIn = (folder: string) => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.m?js$/.test(name));
    return files.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const);
  };

  it.each(MARKERS)('contains "%s" in its server code and not in its browser code', (marker) => {
    const holds = ([, code]: readonly [string, string]) => code.includes(marker);
    expect(codeIn(serverFolder()).some(holds)).toBe(true);
    const client = codeIn(clientFolder());
    expect(client.length).toBeGreaterThan(0);
    expect(client.filter(holds).map(([name]) => name)).toEqual([]);
  });

  it('serves no source maps', () => {
    const names = readdirSync(clientFolder(), { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
  });
});
