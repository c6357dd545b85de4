import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };
import { packagesOf, readAccepted, unacceptedPackages } from '../support/accepted-packages.ts';

const lockOf = (versions: Record<string, string>) =>
  JSON.stringify({
    packages: { '': {}, ...Object.fromEntries(Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }])) },
  });
const named = { dependencies: { pg: '1.0.0' } };
const accepted = packagesOf(lockOf({ pg: '1.0.0', 'pg-pool': '1.0.0' }), named);

describe('the list of accepted packages', () => {
  it('contains every package of package-lock.json in its version', () => {
    const present = packagesOf(readFileSync('package-lock.json', 'utf8'), packageJson);
    const { date } = readAccepted();
    expect(
      unacceptedPackages(present, readAccepted()),
      `Nobody has accepted these packages since ${date}. Ask for their advisories (npm audit, or https://github.com/advisories), then run: ` +
        'node src/cli/bootstrap.mjs tests/run/accept-packages.ts "what they said, and who was asked"',
    ).toEqual([]);
  });

  it('reports a package with another version, a new one and a removed one', () => {
    expect(unacceptedPackages(packagesOf(lockOf({ pg: '1.0.1', 'pg-pool': '1.0.0' }), named), accepted)).toEqual(['pg: 1.0.0 → 1.0.1']);
    const more = { dependencies: { pg: '1.0.0', zod: '4.0.0' } };
    const lock = lockOf({ pg: '1.0.0', 'pg-pool': '1.0.0', zod: '4.0.0' });
    expect(unacceptedPackages(packagesOf(lock, more), accepted)).toEqual(['zod: not there → 4.0.0']);
    expect(unacceptedPackages(packagesOf(lockOf({}), {}), accepted)).toEqual(['pg: 1.0.0 → not there']);
  });

  it('reports another version of an indirect dependency', () => {
    const present = packagesOf(lockOf({ pg: '1.0.0', 'pg-pool': '1.0.1' }), named);
    expect(unacceptedPackages(present, accepted)).toEqual([expect.stringContaining('package-lock.json')]);
  });
});
