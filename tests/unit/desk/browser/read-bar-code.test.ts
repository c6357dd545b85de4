import { expect, it } from 'vitest';
import { readGs1 } from '#src/features/catalogue/lots/gs1.ts';
import { bundleModule } from '../../../support/browser/browser-module.ts';

it('the camera reads product, lot and date of a GS1 DataMatrix, however it is turned', async () => {
  const code = await bundleModule('tests/support/browser/data-matrix.ts');
  const { readTurned } = (await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  )) as typeof import('../../../support/browser/data-matrix.ts');
  const text = '\u001D01040063813339311727033110L22-A\u001D21777';
  for (const degrees of [0, 12, 90, 200]) {
    const read = readTurned(text, degrees);
    const said = { ean: '4006381333931', lot: 'L22-A', bestBefore: '2027-03-31' };
    expect(readGs1(read ?? '', '2026-11-29'), `${degrees} degrees`).toEqual(said);
  }
});
