import type { z } from 'zod';
import { parseLocale } from '#src/i18n/locales.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { Call } from './call.ts';
import type { HttpError } from './errors.ts';
import { MAX_BODY_BYTES } from './limits.ts';

/** Whether a request has a body, for calls that do not need one. */
export const hasBody = ({ headers }: Request): boolean =>
  headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0;

/**
 * Returns the hint for an invalid field: the field's path, such as "shipping.name", and for some rules the reason that
 * the schema gives.
 */
export type Explain = (field: string, reason?: string) => string;

/**
 * Reads and parses a JSON body; `explain` returns a hint for each invalid field. The body's language becomes the call's
 * language, so that errors use it too.
 */
export async function readBody<S extends z.ZodType>(
  call: Pick<Call, 'request' | 'locale'>,
  schema: S,
  explain: Explain,
): Promise<Result<z.output<S>, HttpError>> {
  const json = await readJson(call);
  return json.ok ? checkBody(json.value, schema, explain) : json;
}

/**
 * The first half of `readBody`, for calls whose schema depends on the body. The value of a body that is not JSON is
 * undefined.
 */
export async function readJson(call: Pick<Call, 'request' | 'locale'>): Promise<Result<unknown, HttpError>> {
  const { request } = call;
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    return fail({ kind: 'unsupported_media_type' });
  const bytes = await request.arrayBuffer().catch(() => undefined);
  // The adapter aborts a body without Content-Length that grows past the limit.
  if (!bytes || bytes.byteLength > MAX_BODY_BYTES) return fail({ kind: 'payload_too_large' });
  const json = parseJson(bytes);
  call.locale = parseLocale((json as { languageLocale?: unknown } | null | undefined)?.languageLocale) ?? call.locale;
  return ok(json);
}

/** The second half of `readBody`. */
export function checkBody<S extends z.ZodType>(
  json: unknown,
  schema: S,
  explain: Explain,
): Result<z.output<S>, HttpError> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  return fail({ kind: 'invalid_input', fields: fieldsOf(parsed.error.issues, explain) });
}

/** A field inside of an object is listed by its path, and the object by its own name as well. A list is one field. */
function fieldsOf(issues: z.core.$ZodIssue[], explain: Explain): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const end = issue.path.findIndex((part) => typeof part === 'number');
    const path = issue.path.slice(0, end === -1 ? undefined : end).join('.') || 'body';
    const [top = path] = path.split('.');
    fields[top] ??= [explain(top)];
    if (path !== top)
      fields[path] = [
        explain(path, issue.code === 'custom' ? (issue.params?.reason as string | undefined) : undefined),
      ];
  }
  return fields;
}

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined; // no schema accepts undefined, so the response is `invalid_input`
  }
}
