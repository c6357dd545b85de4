/** Shared parts of the API's contract. */
import { z } from 'zod';
import * as account from '#src/features/account/account.schema.ts';

export const errorSchema = z
  .object({
    code: z.string().meta({ description: 'Key of the error catalogue' }),
    detail: z.string(),
    message: z.string(),
  })
  .catchall(z.array(z.string()))
  .meta({
    id: 'Error',
    description:
      'Invalid fields come as lists of messages beside the three fixed names. ' +
      'A field inside of an object is listed by its path, such as `shipping.name`, ' +
      'and the object by its own name as well. The list of a field named `message` is `message_errors`.',
  });

export const json = (schema: z.ZodType) => ({ 'application/json': { schema } });
export const answer = (description: string, schema: z.ZodType) => ({ description, content: json(schema) });
export const invalid = { 400: answer('Invalid input', errorSchema) };
const unreadable = {
  413: answer('The body is longer than 64 KiB', errorSchema),
  415: answer('The body is not application/json', errorSchema),
};
const forged = { 403: answer('X-CSRFToken is missing, another than the cookie, or of another session', errorSchema) };
const csrfHeader = z.object({ 'X-CSRFToken': z.string() });
export const limited = { 429: answer('Too many attempts; Retry-After says when to try again', errorSchema) };
export const signedInOnly = { 401: answer('Nobody is signed in', errorSchema) };
export const noBuyer = { 401: answer('Nobody is signed in, and the browser has no cookie `guest`', errorSchema) };
export const unknown = { 404: answer('Unknown', errorSchema) };
export const word = (name: string) => z.object({ [name]: z.string() });

export const detail = { 200: answer('Done', account.detailSchema) };

/** A call with a JSON body. */
export const write = (summary: string, input: z.ZodType | undefined, responses: object, path?: z.ZodObject) => ({
  summary,
  requestParams: { header: csrfHeader, ...(path && { path }) },
  ...(input && { requestBody: { content: json(input) } }),
  responses: { ...responses, ...(input && { ...invalid, ...unreadable }), ...forged },
});
