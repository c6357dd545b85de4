import { darker, lighter } from './colour.ts';
import { packs } from './packs/packs.ts';
import { createStage } from './packs/stage.ts';
import { createPress, type Subject } from './press.ts';
import { createSheet, DOWN, type Sheet } from './svg.ts';

export const SIZE = 1200;

/** The pack alone, in its field of 1200 x 1200. */
export function drawPack(subject: Subject, sheet: Sheet): string {
  const pack = packs[subject.pack];
  if (!pack) throw new Error(`unknown pack ${subject.pack}`);
  return pack(createStage(createPress(subject, sheet)));
}

/** The whole picture of one product. */
export function drawPicture(subject: Subject): string {
  const sheet = createSheet();
  const { ground } = subject;
  const wall = sheet.linear(
    [
      [0, lighter(ground, 0.22)],
      [0.78, ground],
      [1, darker(ground, 0.1)],
    ],
    DOWN,
  );
  const light = sheet.radial(
    [
      [0, '#ffffff', 0.55],
      [1, '#ffffff', 0],
    ],
    [0.4, 0.38, 0.6],
  );
  const room = `<path d="M0 0H1200V1200H0Z" fill="${wall}"/><path d="M0 0H1200V1200H0Z" fill="${light}"/>`;
  return sheet.finish(SIZE, SIZE, room + drawPack(subject, sheet));
}
