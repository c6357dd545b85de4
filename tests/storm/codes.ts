/** The discount codes of a storm: what the owner announces, and who enters one. */
import { CODE_KINDS, type DiscountCode } from '#src/features/codes/code.ts';
import { addCode } from '#src/features/codes/server/code.service.ts';
import type { Context } from '#src/server/context.ts';
import type { Chance } from './chance.ts';

/** Fewer than the buyers who enter a code between two kills. */
export const USES = 2;
/** Each customer may use it this often. */
const ONCE = 'REGULAR';
const REGULARS = 3;

async function add(ctx: Context, terms: Partial<DiscountCode> & Pick<DiscountCode, 'code'>): Promise<void> {
  const added = await addCode(ctx, {
    ...{ kind: 'percent', value: 7, minimum: 0, startsOn: null, endsOn: null, maxUses: null, maxUsesEach: null },
    ...{ scope: 'all', targets: [], endedAt: null },
    ...terms,
  });
  if (!added.ok) throw new Error(added.error.kind);
}

/** The next code of a few uses, which soon has none left: a percentage, an amount or free shipping. */
export async function announceCode(ctx: Context, codes: string[]): Promise<void> {
  const kind = CODE_KINDS[codes.length % CODE_KINDS.length]!;
  const code = `STORM-${codes.length + 1}`;
  const value = { percent: 7, amount: 101, shipping: 0 }[kind];
  await add(ctx, { code, kind, value, maxUses: USES });
  codes.push(code);
}

export const addOnce = (ctx: Context): Promise<void> => add(ctx, { code: ONCE, maxUsesEach: 1 });

/** Half of all buyers enter a code. */
export const codeOf = ({ codes }: { codes: string[] }, chance: Chance): string | undefined =>
  chance.oneIn(2) ? (chance.oneIn(4) ? ONCE : codes.at(-1)) : undefined;

/** Few people enter the code that each may use once, from many browsers. */
export const regularOf = (code: string | undefined, chance: Chance): { email?: string } =>
  code === ONCE ? { email: `regular-${chance.between(1, REGULARS)}@example.com` } : {};
