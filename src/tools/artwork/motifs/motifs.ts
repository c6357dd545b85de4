import { cutFruits } from './cut-fruits.ts';
import { fruits } from './fruits.ts';
import { grains } from './grains.ts';
import type { Motif } from './ink.ts';
import { kitchen } from './kitchen.ts';
import { larder } from './larder.ts';
import { nuts } from './nuts.ts';
import { pantry } from './pantry.ts';
import { people } from './people.ts';
import { plants } from './plants.ts';
import { signs } from './signs.ts';
import { tools } from './tools.ts';
import { vegetables } from './vegetables.ts';

/** Every motif by the name that artwork.csv uses. */
export const motifs: Readonly<Record<string, Motif>> = {
  ...grains,
  ...nuts,
  ...fruits,
  ...cutFruits,
  ...vegetables,
  ...larder,
  ...pantry,
  ...plants,
  ...signs,
  ...people,
  ...tools,
  ...kitchen,
};
