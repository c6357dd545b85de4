import { randomUUID } from 'node:crypto';
import type { Begun } from '../support/people/buyer.ts';
import { newGuest } from '../support/people/guest.ts';
import { newVisitor } from '../support/people/visitor.ts';
import { insist } from './buyers.ts';
import type { Chance } from './chance.ts';
import { USES } from './codes.ts';
import { PLENTY } from './settings.ts';
import type { Purchase, World } from './world.ts';

/** After the storm the last uses are taken: those that checkouts without payment gave back must be there. */
export async function useUpCodes(world: World, chance: Chance): Promise<void> {
  const { url, products, diary, codes } = world;
  for (const code of codes)
    for (let attempt = 0; attempt < 3 * USES; attempt++) {
      const headers = { 'x-forwarded-for': ['14', ...[0, 0, 0].map(() => chance.between(1, 254))].join('.') };
      const guest = newGuest(url, { visitor: newVisitor(url, headers) });
      const lines = [{ productId: products[PLENTY[0]!]!, quantity: 2 }];
      const purchase: Purchase = { requestId: randomUUID(), clientId: null, email: guest.email, lines, code, told: [] };
      diary.purchases.push(purchase);
      const { requestId } = purchase;
      purchase.begun = await insist(world, chance, () => guest.tryBegin<Begun>(lines, { requestId, code }));
      if (purchase.begun && !(await hasCode(world, purchase.begun))) break;
    }
}

const hasCode = async ({ ctx }: World, { checkoutId }: Begun): Promise<boolean> =>
  (await ctx.db.read.selectFrom('checkouts').select('code').where('id', '=', checkoutId).executeTakeFirstOrThrow())
    .code !== null;
