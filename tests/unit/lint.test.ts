import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-lint-'));
const OXLINT = path.resolve('node_modules/oxlint/bin/oxlint');

const EFFECT = `import { useEffect } from 'react';
export const useR = (a: string) => useEffect(() => { document.title = a; }, []);`;

const FILES: [what: string, file: string, code: string, message: string | undefined][] = [
  [
    'a feature that imports a lower layer',
    'features/cart/a.ts',
    `import '#src/features/catalogue/product.ts';`,
    undefined,
  ],
  [
    'a feature that imports a higher layer',
    'features/cart/b.ts',
    `import '#src/features/orders/order.ts';`,
    'must not import',
  ],
  [
    'a component that imports a higher layer',
    'features/cart/C.astro',
    `---\nimport '#src/features/orders/order.ts';\n---\n`,
    'must not import',
  ],
  ['a relative import of a higher layer', 'features/cart/d.ts', `import '../checkout/order.ts';`, 'must not import'],
  [
    'a re-export of a higher layer',
    'features/cart/e.ts',
    `export { a } from '../checkout/order.ts';`,
    'must not import',
  ],
  ['a relative import over two folders', 'features/cart/f.ts', `import '../../server/context.ts';`, 'through #src'],
  ['a page that is imported', 'features/cart/g.ts', `import '#src/pages/api/openapi.json.ts';`, 'imports pages'],
  [
    'a page that reads the database',
    'pages/a.astro',
    `---\nimport '#src/features/cart/server/cart.repository.ts';\n---\n`,
    'loaders and services',
  ],
  [
    'a call that takes a type of a repository',
    'pages/api/b.ts',
    `export type { A } from '#src/features/cart/server/cart.repository.ts';`,
    'loaders and services',
  ],
  ['a page that calls a loader', 'pages/c.ts', `import '#src/features/cart/server/cart.loader.ts';`, undefined],
  [
    'an island that imports server code',
    'features/cart/h.tsx',
    `import './server/cart.service.ts';`,
    'never reach the browser',
  ],
  [
    'an island that imports server types',
    'features/cart/i.tsx',
    `export type { A } from './server/cart.service.ts';`,
    undefined,
  ],
  [
    'an island that imports a setting',
    'features/cart/x.tsx',
    `import '#src/settings/environment/config.ts';`,
    'never reach the browser',
  ],
  ['a setting that imports the server', 'settings/y.ts', `import '#src/server/context.ts';`, 'must not import'],
  ['a line to the console', 'server/j.ts', `console.log(1);`, 'Unexpected console'],
  ['text that is normalized without a limit', 'features/cart/m.ts', `'é'.normalize('NFC');`, 'restricted'],
  ['an unused variable', 'server/k.ts', `const a = 1;`, 'never used'],
  ['the type any', 'server/l.ts', `export const a: any = 1;`, 'any'],
  ['a setting that is read past the configuration', 'server/u.ts', `export const a = process.env.A;`, 'restricted'],
  ['the configuration', 'settings/environment/config.ts', `export const a = process.env.A;`, undefined],
  [
    'a repository that asks for the tax mode',
    'features/cart/server/v.repository.ts',
    `import '#src/server/shop-file.ts';`,
    'restricted',
  ],
  [
    'a mapper that does',
    'features/cart/server/w-json.ts',
    `import '#src/settings/shop-yaml/shop-data.ts';`,
    'restricted',
  ],
  ['a type that is anything, in an island', 'ui/N.tsx', `export const a: any = 1;`, 'any'],
  ['a promise that nobody awaits', 'server/o.ts', `export const a = () => { fetch('/'); };`, 'must be awaited'],
  ['a promise that is always true', 'server/p.ts', `export const a = () => (fetch('/') ? 1 : 2);`, 'Promise'],
  [
    'a promise after a promise',
    'server/q.ts',
    `export const a = (b: Promise<void>) => b.finally(() => fetch('/'));`,
    undefined,
  ],
  ['an effect that misses a value', 'ui/use-r.ts', EFFECT, 'missing dependency'],
  ['a hook after a condition', 'ui/S.tsx', `export const S = (p: boolean) => p && useState();`, 'called conditionally'],
  ['a picture without words', 'ui/T.tsx', `export const a = <img src="/a.png" />;`, 'alt'],
];

let found: { filename: string; message: string }[];

beforeAll(() => {
  for (const name of ['.oxlintrc.json', 'tests/lint']) cpSync(name, path.join(root, name), { recursive: true });
  writeFileSync(
    path.join(root, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { strict: true, lib: ['esnext', 'dom'] } }),
  );
  for (const [, file, code] of FILES) {
    const target = path.join(root, 'src', file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  const { stdout } = spawnSync(process.execPath, [OXLINT, '--type-aware', '--format', 'json'], {
    cwd: root,
    encoding: 'utf8',
  });
  found = (JSON.parse(stdout) as { diagnostics: typeof found }).diagnostics;
});
afterAll(() => rmSync(root, { recursive: true }));

describe('lint', () => {
  it.each(FILES)('checks %s', (_what, file, _code, message) => {
    const messages = found.filter(({ filename }) => filename === `src/${file}`).map((each) => each.message);
    expect(messages).toEqual(message ? [expect.stringContaining(message)] : []);
  });
});
