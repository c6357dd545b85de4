import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import { startCluster } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
  }
}

/** One throw-away cluster for a test run. Each test file creates its own database on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  if ('reason' in cluster) throw new Error(cluster.reason);
  // Of a later version, whose schema the tests of this one must work with (tests/run/version-before.ts).
  const cwd = process.env.NEWER_SHOP;
  const template = cluster.url.replace(/\/postgres$/, '/template1');
  if (cwd)
    execFileSync(process.execPath, ['tests/support/outside/migrate-template.ts', template], { cwd, stdio: 'inherit' });
  project.provide('clusterUrl', cluster.url);
  return cluster.stop;
}
