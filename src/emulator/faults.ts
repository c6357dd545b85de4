import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { errorAnswer, unauthorised, type Answer } from './answers.ts';

const CALLS = [
  ...(['token', 'create', 'get', 'update', 'capture', 'refund', 'verify', 'list', 'track'] as const),
  ...(['dispute', 'evidence', 'accept'] as const),
] as const;
export type CallName = (typeof CALLS)[number];

/** Faults of the connection or the server; the README explains each. */
const WAYS = [
  'timeout',
  'timeout-after',
  'reset',
  'reset-after',
  '500',
  '500-after',
  '503',
  '429',
  '401',
  'garbage',
  'slow',
] as const;

/**
 * A fault from the list, or PayPal's result in capitals: an issue, or the state of a capture, refund or verification.
 */
const nameSchema = z.union([z.enum(WAYS), z.string().regex(/^[A-Z][A-Z_]+$/)]);

export const faultSchema = z.object({
  /** `eligibility`: the browser script's question; its fault is PayPal's name of a refused method in capitals. */
  call: z.enum([...CALLS, 'eligibility']),
  fault: nameSchema,
  times: z.int().min(1).max(1000).default(1),
  /** Duration of `slow`, and the wait that `429` asks for. */
  ms: z.int().min(0).max(3_600_000).optional(),
});

export interface Fault {
  name: z.output<typeof nameSchema>;
  ms?: number;
}

/** `hang`: there is never a response; `reset`: the connection is dropped. */
export type Outcome = Answer | 'hang' | 'reset';

const broken = () => errorAnswer(500, 'INTERNAL_SERVER_ERROR');

/** Runs a call with a fault; `work` receives the result that a fault in capitals forces. */
export async function withFault(fault: Fault | undefined, work: (forcedResult?: string) => Answer): Promise<Outcome> {
  if (!fault) return work();
  switch (fault.name) {
    case 'timeout':
      return 'hang';
    case 'reset':
      return 'reset';
    case '500':
      return broken();
    case '503':
      return errorAnswer(503, 'SERVICE_UNAVAILABLE');
    case '429':
      return errorAnswer(
        429,
        'RATE_LIMIT_REACHED',
        [],
        fault.ms ? { 'retry-after': String(Math.ceil(fault.ms / 1000)) } : {},
      );
    case '401':
      return unauthorised();
    case 'garbage':
      return { status: 200, body: '<html>…</html>', headers: { 'content-type': 'text/html' } };
    case 'slow':
      await wait(fault.ms ?? 1500);
      return work();
    case 'timeout-after':
      work();
      return 'hang';
    case 'reset-after':
      work();
      return 'reset';
    case '500-after':
      work();
      return broken();
    default:
      return work(fault.name);
  }
}
