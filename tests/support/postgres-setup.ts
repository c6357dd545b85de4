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
  project.provide('clusterUrl', cluster.url);
  return cluster.stop;
}
