import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Packages whose security advisories a person has reviewed, or accepted without a review. */
export const ACCEPTED_FILE = '.ci/accepted-packages.json';

const packagesSchema = z.object({
  /** The packages that package.json names. */
  direct: z.record(z.string(), z.string()),
  /** A digest of the names and versions of all packages, including indirect dependencies. */
  all: z.string(),
});
const acceptedSchema = packagesSchema.extend({ date: z.iso.date(), advisories: z.string().min(1) });
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
});

export type Packages = z.output<typeof packagesSchema>;
export type AcceptedPackages = z.output<typeof acceptedSchema>;

export const readAccepted = (): AcceptedPackages => acceptedSchema.parse(JSON.parse(readFileSync(ACCEPTED_FILE, 'utf8')));

/** Reads the packages from a lock file and its package.json. */
export function packagesOf(lock: string, { dependencies = {}, devDependencies = {}, optionalDependencies = {} }: PackageJson): Packages {
  const { packages } = lockSchema.parse(JSON.parse(lock));
  const lines = Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, { version, integrity }]) => `${place} ${version} ${integrity}`)
    .sort();
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).sort();
  return {
    direct: Object.fromEntries(names.map((name) => [name, packages[`node_modules/${name}`]?.version ?? 'missing'])),
    all: createHash('sha256').update(lines.join('\n')).digest('hex'),
  };
}

export interface PackageJson {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The packages that nobody has accepted yet, one line each. */
export function unacceptedPackages(present: Packages, accepted: Packages): string[] {
  const names = [...new Set([...Object.keys(accepted.direct), ...Object.keys(present.direct)])];
  const direct = names
    .filter((name) => accepted.direct[name] !== present.direct[name])
    .map((name) => `${name}: ${accepted.direct[name] ?? 'not there'} → ${present.direct[name] ?? 'not there'}`);
  if (direct.length > 0 || accepted.all === present.all) return direct;
  return ['a package that another one needs: git diff package-lock.json'];
}
