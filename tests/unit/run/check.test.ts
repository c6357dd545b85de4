import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const check = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, ['tests/run/check.ts', ...args], { env: { ...process.env, ...env }, encoding: 'utf8' });

const READS_CONTENT = 'tests/unit/settings/shop-yaml/shop-data.test.ts';

describe('npm run check', () => {
  it('tests the shop of the sources, whatever shop the developer’s settings name', () => {
    const { status, stdout } = check([READS_CONTENT], { CONTENT_DIR: '/nowhere', SITE_URL: 'shop.example' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('1 passed')]);
  });

  it('fails when no test matches the name', () => {
    const { status, stderr } = check([READS_CONTENT, '-t', 'no test has this name']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('No test has “no test has this name” in its name.')]);
  });

  it('prints its help, and names its options when one is unknown', () => {
    const help = check(['--help']);
    expect([help.status, help.stdout]).toEqual([
      0,
      expect.stringContaining('Example: npm run check -- tests/api/cart'),
    ]);
    const { status, stderr } = check(['--name']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('Example: npm run check -- tests/api/cart')]);
    expect(stderr).not.toContain('    at ');
  });

  it('lists the folders that it knows', () => {
    const { status, stderr } = check(['src/server']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('tests/unit, tests/api, tests/e2e')]);
  });
});

describe('npm run build', () => {
  it('prints its help instead of building', () => {
    const { status, stdout } = spawnSync(process.execPath, ['src/cli/build.ts', '--help'], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('--if-changed')]);
  });
});
