import { translator } from '#src/i18n/translate.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import type { Call } from '#src/server/http/call.ts';
import { TRAP_FIELD } from '../contact.ts';
import { contactSchema } from '../contact.schema.ts';
import { receiveMessage } from './contact.service.ts';

const TEXTS = { name: 'full_name', email: 'email', subject: 'subject', message: 'message' } as const;

/** Error messages for the form's fields. */
const explain = (call: Pick<Call, 'locale'>) => (field: string) =>
  translator(call.locale)(`errors:field.${TEXTS[field as keyof typeof TEXTS] ?? 'text'}`);

export const writeToShop: Handler = async (call) => {
  const body = await readBody(call, contactSchema, explain(call));
  if (!body.ok) return body.error;
  const refused = await takeAttempt(call, { contact_address: call.address });
  if (refused) return refused;
  // A bot gets the same response, so that it does not detect the trap.
  if (!body.value[TRAP_FIELD]) await receiveMessage(call.ctx, call.locale, body.value);
  return freshJson({ detail: translator(call.locale)('contact:success') });
};
