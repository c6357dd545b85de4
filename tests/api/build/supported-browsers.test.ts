import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { requireSite } from '#src/site/site-record.ts';
import { clientFolder, SITE_DIST, TEST_ROOT } from '../../support/shops/site.ts';

const client = clientFolder();
const readPage = (file: string) => readFileSync(path.join(client, file), 'utf8');

/** Names the features of scripts that a browser of `browserslist` in package.json lacks; empty when there are none. */
function missingFeatures(files: string[]): string {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['node_modules/es-check/lib/cli/index.js', 'checkBrowser', ...files, '--module', '--checkFeatures', '--noCache'],
    { encoding: 'utf8' },
  );
  if (status === 0) return '';
  const lines = (stdout + stderr).match(/erroring file: .*|error: .*/g);
  return lines ? [...new Set(lines)].join('\n') : stdout + stderr;
}

test('no script of the shop uses a feature that a supported browser lacks', () => {
  // Without the scripts of earlier builds, which stay for pages that are still open.
  const scripts = Object.entries(requireSite(SITE_DIST).files)
    .filter(([name, { leftAt }]) => /^(_astro\/.*|sw)\.js$/.test(name) && !leftAt)
    .map(([name]) => path.join(client, name));
  expect(scripts.length).toBeGreaterThan(10);
  // Scripts in the pages: these three have all of them.
  const inline = ['index.html', 'cart.html', 'product/feijao-preto-tipo-1.html'].map((page, index) => {
    const codes = [...readPage(page).matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs)].map(([, code]) => code);
    expect(codes.length, page).toBeGreaterThan(0);
    const file = path.join(TEST_ROOT, `inline-${index}.js`);
    writeFileSync(file, codes.map((code) => `{${code}}`).join('\n'));
    return file;
  });
  expect(missingFeatures([...scripts, ...inline])).toBe('');
});

test('the breakpoints of built pages are written as older browsers understand them', () => {
  const css = readPage('index.html');
  expect(css).toMatch(/@media \(min-width:\s*48em\)/);
  expect(css).not.toMatch(/@media[^{]*[<>]/);
});
