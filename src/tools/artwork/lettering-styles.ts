import type { Lettering } from './lettering.ts';
import { hash, pick } from './seed.ts';

// Plain lettering only: a brand gets a face by chance of its name, never an imitation of its real mark.
const food: readonly Lettering[] = [
  { face: 'round', arch: 0.05 },
  { face: 'sans', upper: true, slant: 9 },
  { face: 'script', rise: 5 },
  { face: 'serif' },
  { face: 'round', upper: true },
  { face: 'sans', upper: true },
  { face: 'script', arch: 0.035 },
  { face: 'sans', upper: true, arch: 0.06 },
  { face: 'round', rise: 5, slant: 7 },
];

const care: readonly Lettering[] = [
  { face: 'serif', upper: true, tracking: 0.06 },
  { face: 'sans', upper: true, tracking: 0.16 },
  { face: 'serif' },
  { face: 'script' },
  { face: 'sans', upper: true, tracking: 0.05 },
  { face: 'round', tracking: 0.02 },
];

/** The same brand always gets the same lettering. */
export function brandLettering(brand: string, cosmetic: boolean): Lettering {
  return pick(cosmetic ? care : food, hash(`lettering ${brand}`));
}

/** The product word stays out of the brand's way: condensed capitals, or the serif's under a serif brand. */
export function lineLettering(brand: Lettering): Lettering {
  return brand.face === 'serif' ? { face: 'serif' } : { face: 'sans', upper: true, tracking: 0.03 };
}

export const QUANTITY: Lettering = { face: 'sans', tracking: 0.02 };
