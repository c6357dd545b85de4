import type { IncomingHttpHeaders } from 'node:http';
import { parseJson } from '#src/shared/parse-json.ts';
import { z } from 'zod';
import { malformed, unknownResource, unprocessable, type Answer } from './answers.ts';
import { applyRefund } from './payments.ts';
import type { DisputeRecord, OrderRecord } from './records.ts';
import { disputeJson } from './representation.ts';
import type { Store } from './store.ts';

interface DisputeCall {
  store: Store;
  base: string;
  forcedResult: string | undefined;
}

export const isDisputeAct = (name: string): name is 'evidence' | 'accept' => name === 'evidence' || name === 'accept';

/** An answer to a dispute: its JSON and its files. */
export interface DisputeForm {
  input: unknown;
  files: { part: string; name: string; bytes: number }[];
}

/** Reads a multipart body; undefined for another one. */
export async function readForm({
  headers,
  raw,
}: {
  headers: IncomingHttpHeaders;
  raw: Buffer;
}): Promise<DisputeForm | undefined> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return undefined;
  const body = new Response(new Uint8Array(raw), { headers: { 'content-type': type } });
  const form = await body.formData().catch(() => undefined);
  const input = form?.get('input');
  if (!form || !input) return undefined;
  return {
    input: parseJson(typeof input === 'string' ? input : await input.text()),
    files: [...form].flatMap(([part, value]) =>
      part !== 'input' && typeof value !== 'string' ? [{ part, name: value.name, bytes: value.size }] : [],
    ),
  };
}

function find(store: Store, id: string): { order: OrderRecord; dispute: DisputeRecord } | undefined {
  const order = store.orders().find(({ disputes }) => disputes?.some((dispute) => dispute.id === id));
  return order && { order, dispute: order.disputes!.find((dispute) => dispute.id === id)! };
}

/** `GET /v1/customer/disputes/{id}` */
export function getDispute({ store, base, forcedResult }: DisputeCall, id: string): Answer {
  const found = find(store, id);
  if (!found || forcedResult) return forcedResult ? unprocessable({ issue: forcedResult }) : unknownResource();
  return { status: 200, body: disputeJson(found.order, found.order.captures[0]!, found.dispute, base) };
}

const MOST_FILE = 10 * 2 ** 20;
/** Names and kinds of files that PayPal takes. */
const FILE_NAME = /^[\w, -]+\.(pdf|png|jpe?g|gif)$/i;

const evidenceSchema = z.object({
  evidences: z
    .array(
      z.object({
        evidence_type: z.string().regex(/^[0-9A-Z_]+$/),
        evidence_info: z
          .object({
            tracking_info: z
              .array(
                z.object({
                  carrier_name: z.string().regex(/^[0-9A-Z_]+$/),
                  carrier_name_other: z.string().min(1).max(2000).optional(),
                  tracking_number: z.string().min(1).max(255),
                }),
              )
              .min(1)
              .max(10),
          })
          .optional(),
        notes: z.string().min(1).max(2000),
        documents: z.array(z.object({ name: z.string() })).optional(),
      }),
    )
    .min(1),
});
const acceptSchema = z.object({
  accept_claim_type: z.enum(['REFUND', 'REFUND_WITH_RETURN', 'PARTIAL_REFUND']),
  note: z.string().min(1).max(2000),
});

/** `POST …/provide-evidence` and `…/accept-claim`, only while PayPal waits for the shop. */
export function answerDispute(
  call: DisputeCall,
  act: 'evidence' | 'accept',
  id: string,
  form: DisputeForm | undefined,
): Answer {
  const { store, base, forcedResult } = call;
  const found = find(store, id);
  if (!found || forcedResult) return forcedResult ? unprocessable({ issue: forcedResult }) : unknownResource();
  const { order, dispute } = found;
  if (dispute.outcome || dispute.evidence)
    return unprocessable({ issue: 'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE' });
  const answered = act === 'evidence' ? withEvidence(order, dispute, form) : withRefund(order, dispute, form);
  if ('status' in answered && 'body' in answered) return answered;
  store.save(answered);
  const href = `${base}/v1/customer/disputes/${id}`;
  return { status: 200, body: { links: [{ href, rel: 'self', method: 'GET' }] } };
}

const changed = (order: OrderRecord, dispute: DisputeRecord, news: Partial<DisputeRecord>): OrderRecord => ({
  ...order,
  disputes: [{ ...dispute, ...news, updatedAt: new Date().toISOString() }],
});

function withEvidence(order: OrderRecord, dispute: DisputeRecord, form: DisputeForm | undefined): OrderRecord | Answer {
  const parsed = evidenceSchema.safeParse(form?.input);
  if (!parsed.success) return malformed({ issue: 'INVALID_PARAMETER_VALUE', field: 'input' });
  const { files } = form!;
  const wrong = files.find(({ name, bytes }) => !FILE_NAME.test(name) || bytes > MOST_FILE || bytes === 0);
  if (wrong) return malformed({ issue: 'INVALID_FILE', field: wrong.part });
  const [evidence] = parsed.data.evidences;
  return changed(order, dispute, {
    evidence: {
      type: evidence!.evidence_type,
      note: evidence!.notes,
      tracking: (evidence!.evidence_info?.tracking_info ?? []).map(
        ({ carrier_name, tracking_number }) => `${carrier_name} ${tracking_number}`,
      ),
      files: files.map(({ name, bytes }) => ({ name, bytes })),
    },
  });
}

/** PayPal refunds the buyer from the shop's account and closes the dispute. */
function withRefund(order: OrderRecord, dispute: DisputeRecord, form: DisputeForm | undefined): OrderRecord | Answer {
  const parsed = acceptSchema.safeParse(form?.input);
  if (!parsed.success) return malformed({ issue: 'INVALID_PARAMETER_VALUE', field: 'input' });
  const [capture] = order.captures;
  const closed = changed(order, dispute, { outcome: 'RESOLVED_BUYER_FAVOUR' });
  const refunded = applyRefund(closed, capture!, dispute.cents);
  return 'issue' in refunded ? unprocessable(refunded) : refunded.order;
}
