import { z } from 'zod';
import type { Context } from '#src/server/context.ts';
import type { DhlConfig } from '#src/settings/environment/dhl-config.ts';
import type { TrackAnswer } from '#src/features/shipping/carrier.ts';
import { carrierTime } from '#src/features/shipping/track.ts';
import { callDhl } from './transport.ts';

const MOST_WORDS = 200;
/** DHL has no code for a parcel in a Packstation or at a counter: its sentence says where the parcel lies. */
const WAITING = /\bliegt\b.*(?:packstation|filiale|paketshop|agentur|abholung bereit)/i;

const shipmentSchema = z.object({
  status: z.object({
    timestamp: z.string(),
    statusCode: z.string(),
    status: z.string().optional(),
    description: z.string().optional(),
  }),
  /** The parcel is on its way back. */
  returnFlag: z.boolean().optional(),
});
const answerSchema = z.object({ shipments: z.array(shipmentSchema).min(1) });

/** What "Shipment Tracking – Unified" 1.5.8 knows of a parcel. */
export async function trackAtDhl(
  ctx: Pick<Context, 'config' | 'log'>,
  config: DhlConfig,
  trackingNumber: string,
): Promise<TrackAnswer> {
  const query = new URLSearchParams({ trackingNumber, service: 'parcel-de', language: 'de' });
  const answer = await callDhl(ctx, config, { method: 'GET', path: `/track/shipments?${query}`, isKeyOnly: true });
  if (answer.kind !== 'answer') return 'not_now';
  if (answer.status === 404) return 'unknown';
  if (answer.status === 401 || answer.status === 403) return 'login_refused';
  const parsed = answerSchema.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success) {
    ctx.log.warn({ status: answer.status }, 'DHL answered unexpectedly about a parcel');
    return 'not_now';
  }
  const { status, returnFlag = false } = parsed.data.shipments[0]!;
  const at = carrierTime(status.timestamp);
  const code = status.statusCode;
  if (!at || code === 'pre-transit' || code === 'unknown') return 'unknown';
  const words = (status.description ?? status.status ?? code).slice(0, MOST_WORDS);
  const isOver = code === 'delivered';
  const isWaiting = WAITING.test(words);
  // A parcel that DHL delivered to its sender was not delivered to the buyer.
  const state = returnFlag ? 'returned' : isOver ? 'delivered' : isWaiting ? 'waiting' : 'moving';
  return { at, words, state, isOver };
}
