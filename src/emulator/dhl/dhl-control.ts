import { z } from 'zod';
import { problem, type DhlAnswer } from './shipping.ts';
import type { DhlStore } from './store.ts';

const WAYS = [
  ...(['timeout', 'timeout-after', 'reset', 'reset-after', '500', '500-after'] as const),
  ...(['503', '429', '401', 'garbage', 'garbage-after', 'empty', 'empty-after', 'slow'] as const),
] as const;

const faultSchema = z.strictObject({
  call: z.enum(['create', 'delete', 'return', 'track']),
  fault: z.enum(WAYS),
  times: z.int().min(1).max(1000).default(1),
  ms: z.int().min(0).max(3_600_000).optional(),
});

const eventSchema = z.strictObject({
  code: z.enum(['transit', 'delivered', 'failure']),
  at: z.string().max(40).optional(),
  words: z.string().max(500).optional(),
  /** The parcel goes back to its sender. */
  returned: z.boolean().optional(),
});

/** Answers the calls under `/emulator/`, by which tests control DHL; undefined for an unknown one. */
export function dhlControl(
  store: DhlStore,
  calls: Record<string, number>,
  call: string,
  body: unknown,
): DhlAnswer | undefined {
  const [, number = '', act = ''] = /^POST \/emulator\/shipments\/(\w+)\/(\w+)$/.exec(call) ?? [];
  if (number) {
    const shipment = store.find(number);
    if (!shipment) return undefined;
    if (act === 'close') store.save({ ...shipment, state: 'manifested' });
    else if (act !== 'event') return undefined;
    else {
      const event = eventSchema.safeParse(body);
      if (!event.success) return problem(400, z.prettifyError(event.error));
      const { code: statusCode, at: timestamp = new Date().toISOString(), words, returned } = event.data;
      const events = [...shipment.events, { timestamp, statusCode, description: words ?? statusCode }];
      store.save({ ...shipment, state: 'manifested', events, isReturned: returned ?? shipment.isReturned });
    }
    return { status: 200, body: {} };
  }
  switch (call) {
    case 'GET /emulator/shipments':
      return { status: 200, body: { shipments: store.all() } };
    case 'GET /emulator/calls':
      return { status: 200, body: calls };
    case 'POST /emulator/next': {
      const fault = faultSchema.safeParse(body);
      if (!fault.success) return problem(400, z.prettifyError(fault.error));
      store.addFault(fault.data.call, { name: fault.data.fault, ms: fault.data.ms }, fault.data.times);
      return { status: 200, body: {} };
    }
    case 'POST /emulator/reset':
      store.clear();
      return { status: 200, body: {} };
    default:
      return undefined;
  }
}
