import { compact, flacon, stick, tube } from './beauty.ts';
import { bottle, glassBottle, pet, pump } from './bottles.ts';
import { carton, packBox, soap } from './boxes.ts';
import { gift } from './gift.ts';
import { dropper, jar, tub } from './jars.ts';
import { can, tin } from './metal.ts';
import { bag, bar, pouch, sachet } from './soft.ts';
import type { Pack } from './stage.ts';
import { utensil } from './utensil.ts';
import { vacuum } from './vacuum.ts';

/** Every pack by the name that artwork.csv uses. */
export const packs: Readonly<Record<string, Pack>> = {
  bag,
  pouch,
  sachet,
  can,
  tin,
  bottle,
  pet,
  'glass-bottle': glassBottle,
  jar,
  carton,
  box: packBox,
  tube,
  bar,
  soap,
  pump,
  dropper,
  flacon,
  compact,
  stick,
  tub,
  vacuum,
  gift,
  utensil,
};
