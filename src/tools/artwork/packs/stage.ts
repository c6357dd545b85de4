import type { Box } from '../geometry.ts';
import { labels } from '../layouts/labels.ts';
import { type Layout, tall } from '../layouts/tall.ts';
import { squarish, wide } from '../layouts/wide.ts';
import type { Press } from '../press.ts';
import { hash, pick } from '../seed.ts';
import { group, type Sheet } from '../svg.ts';

const families = { tall, label: labels, wide, squarish } as const;

export type Family = keyof typeof families;

/** What a pack is drawn with. Packs stand on y = 1096 in a field of 1200 x 1200. */
export interface Stage {
  press: Press;
  sheet: Sheet;
  main: string;
  second: string;
  ground: string;
  /** Prints the product onto a face, cut to the kept shape `clip`. */
  print(family: Family, clip: string, box: Box, bleed?: Box): string;
}

export type Pack = (stage: Stage) => string;

export const FLOOR = 1096;

export function createStage(press: Press): Stage {
  const { subject, sheet } = press;
  return {
    press,
    sheet,
    main: press.main,
    second: press.second,
    ground: subject.ground,
    print(family, clip, box, bleed = box) {
      // A brand keeps to three layouts, so its products look related without being one template.
      const layouts: readonly Layout[] = families[family];
      const step = pick([0, 3, 5], hash(`${subject.code} ${subject.motif}`));
      const layout = pick(layouts, hash(`${press.house} layout`) + step);
      return group(`clip-path="${sheet.clip(clip)}"`, layout(press, { box, bleed }));
    },
  };
}
