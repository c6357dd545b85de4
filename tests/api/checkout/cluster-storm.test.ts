import { describe, expect, it } from 'vitest';
import { withoutCluster } from '../../cluster/programs.ts';
import { newSeed } from '../../storm/chance.ts';
import { SHORT } from '../../storm/cluster-faults.ts';
import { clusterStorm } from '../../storm/cluster-storm.ts';

const missing = withoutCluster();
// The cluster has its own PostgreSQL, so one run is enough.
const isMine = process.env.TEST_ENGINE !== 'postgres';
if (missing && isMine) console.log(`Skipped: the storm on three machines, because ${missing}`);

describe.runIf(isMine)('three machines', () => {
  it.skipIf(missing)(
    'lose no money, order, mail or page while their parts die one after another, and accept orders again within half a minute',
    { retry: 0, timeout: 400_000 },
    async () => {
      const report = await clusterStorm({ minutes: 0, faults: SHORT, buyers: 6, seed: newSeed(), tell: () => {} });
      expect(report.problems, JSON.stringify(report)).toEqual([]);
    },
  );
});
