import { z } from 'zod';

interface Schema {
  $ref?: string;
  [key: string]: unknown;
}

export interface Operation {
  parameters?: { in: string; name: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export async function readDocument(base: string): Promise<OpenApiDocument> {
  return (await (await fetch(`${base}/api/openapi.json`)).json()) as OpenApiDocument;
}

/** A strict copy of a schema for checks: it refuses properties that the document does not name. */
export function toChecker(document: OpenApiDocument, schema: Schema): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: document.components.schemas });
  return z.fromJSONSchema(
    JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')) as Parameters<typeof z.fromJSONSchema>[0],
  );
}

/** The checker of an operation's answer. Throws when the document does not name this answer. */
export function answerChecker(document: OpenApiDocument, path: string, status: number, method = 'get'): z.ZodType {
  const schema = document.paths[path]?.[method]?.responses?.[status]?.content?.['application/json']?.schema;
  if (!schema) throw new Error(`${method} ${path} documents no JSON answer with status ${status}`);
  return toChecker(document, schema);
}
