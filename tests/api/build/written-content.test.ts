import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshShop, type FreshShop } from '../../support/shops/fresh-shop.ts';
import { runNode } from '../../support/shops/site.ts';

const TEXT = 'legal/withdrawal.de-DE.md';

let own: FreshShop;
beforeAll(async () => {
  own = await freshShop();
});
afterAll(() => own?.dispose());

it.each([
  [TEXT, 'Text ohne Kopf', `src/content/${TEXT}: has no head between two lines of ---`],
  ['shop.yaml', 'company: {}', 'src/content/shop.yaml has mistakes:'],
  [
    'legal/calendar.yaml',
    '- { duty: Ein Gesetz, valid_from: 2020-01-01, valid_to: 2026-01-31, source: A }',
    'Not valid today:\n  Ein Gesetz: was valid until 2026-01-31',
  ],
  [
    TEXT,
    '---\ntitle: A\ndescription: B\nupdated: 2026-01-01\ndraft: true\nvalid_to: 2026-01-31\n---\nText',
    `Not valid today:\n  src/content/${TEXT}: was valid until 2026-01-31`,
  ],
])('content with a mistake stops the build before it begins: %s', async (file, text, message) => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-content-'));
  try {
    cpSync('src/content', path.join(root, 'src/content'), { recursive: true });
    writeFileSync(path.join(root, 'src/content', file), text);
    const { code, stderr } = await runNode(
      [path.resolve('src/cli/build.ts')],
      { ...own.env, DIST_DIR: path.join(root, 'dist') },
      root,
    );
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('invalid JSON in a text file stops the build with its name and position', async () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-content-'));
  try {
    cpSync('src/content', path.join(root, 'src/content'), { recursive: true });
    mkdirSync(path.join(root, 'locales/de-DE'), { recursive: true });
    writeFileSync(path.join(root, 'locales/de-DE/cart.json'), '{\n  "title": "Korb",,\n}');
    const { code, stderr } = await runNode(
      [path.resolve('src/cli/build.ts')],
      { ...own.env, DIST_DIR: path.join(root, 'dist') },
      root,
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/locales\/de-DE\/cart\.json: .*line 2 column 19/);
  } finally {
    rmSync(root, { recursive: true });
  }
});
