import type { Context } from '#src/server/context.ts';
import type { Carrier } from '../carrier.ts';
import { dhlCarrier } from './dhl/dhl-carrier.ts';

/** The carrier with whom the shop has a contract; undefined: labels are made by hand. */
export const carrierOf = (ctx: Pick<Context, 'config' | 'log' | 'now' | 'shop'>): Carrier | undefined =>
  ctx.config.dhl && dhlCarrier(ctx, ctx.config.dhl);
