import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import type { Recorded } from '#src/emulator/emulator.ts';

type Schema = Record<string, unknown>;

interface Operation {
  request?: { type: string; schema: Schema };
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  responses: Record<string, Schema | null>;
}

interface Document {
  source: { document: string; version: string };
  operations: Record<string, Operation>;
  components: { schemas: Record<string, Schema> };
}

const FOLDER = 'tests/support/official/paypal';
const DOCUMENTS = [
  'checkout_orders_v2',
  'payments_payment_v2',
  'reporting_transactions_v1',
  'notifications_webhooks_v1',
  'customer_disputes_v1',
] as const;
type DocumentName = (typeof DOCUMENTS)[number];

const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Refuses unknown members of each object in a component, because PayPal's schemas leave objects open and a misspelt
 * member would pass. Parts of an `allOf` stay open: each describes only some of the members.
 */
function closed(schema: unknown, isComposed = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => closed(part, isComposed));
  if (!isRecord(schema)) return schema;
  const copy: Schema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && isRecord(value))
      copy[key] = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, sealed(part, isComposed)]));
    else if (key === 'items') copy[key] = sealed(value, isComposed);
    else copy[key] = closed(value, isComposed || key === 'allOf' || key === 'anyOf' || key === 'oneOf');
  }
  return copy;
}

function sealed(schema: unknown, isComposed: boolean): unknown {
  const inner = closed(schema, isComposed);
  const isObject = isRecord(inner) && ('$ref' in inner || 'properties' in inner || 'allOf' in inner);
  return isObject && !isComposed ? { allOf: [inner], unevaluatedProperties: false } : inner;
}

/** Each document is one schema, and the schemas of its calls refer to its components. */
function load(name: DocumentName) {
  const document = JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')) as Document;
  const ajv = new Ajv2019({
    strict: false,
    allErrors: true,
    validateFormats: false,
    unicodeRegExp: false,
    coerceTypes: false,
  });
  const schemas = closed(document.components.schemas) as Document['components']['schemas'];
  ajv.addSchema({ $id: name, components: { schemas } });
  const compiled = new Map<object, ValidateFunction>();
  return {
    operations: document.operations,
    schemas: document.components.schemas,
    /** What is wrong with a value. `schema` refers to the document's components. */
    faults(schema: Schema, value: unknown): string[] {
      let validate = compiled.get(schema);
      if (!validate) {
        const isWhole = typeof schema.$ref === 'string';
        validate = ajv.compile({ ...absolute(schema, name), ...(isWhole && CLOSED) });
        compiled.set(schema, validate);
      }
      if (validate(value)) return [];
      return (validate.errors ?? []).map(({ instancePath, message, params }) => {
        const { unevaluatedProperty } = params as { unevaluatedProperty?: string };
        return `${instancePath}: ${message}${unevaluatedProperty ? ` (${unevaluatedProperty})` : ''}`;
      });
    },
  };
}

const CLOSED = { unevaluatedProperties: false };

const absolute = (schema: Schema, name: string): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${name}#/components/`)) as Schema;

const documents = new Map<DocumentName, ReturnType<typeof load>>();
const documentOf = (name: DocumentName) => {
  const known = documents.get(name) ?? load(name);
  documents.set(name, known);
  return known;
};

/** Finds the operation of a call by its method and path. */
function operationOf(method: string, target: string) {
  for (const name of DOCUMENTS) {
    const document = documentOf(name);
    for (const [call, operation] of Object.entries(document.operations)) {
      const [verb, template = ''] = call.split(' ');
      const pattern = new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
      if (verb === method && pattern.test(target)) return { call, document, operation };
    }
  }
  return undefined;
}

const RESOURCES: [type: RegExp, document: DocumentName, schema: string][] = [
  [/^CHECKOUT\.ORDER\./, 'checkout_orders_v2', 'order'],
  [/^PAYMENT\.CAPTURE\.(REFUNDED|REVERSED)$/, 'payments_payment_v2', 'refund'],
  [/^PAYMENT\.CAPTURE\./, 'payments_payment_v2', 'capture-2'],
  [/^CUSTOMER\.DISPUTE\./, 'customer_disputes_v1', 'dispute'],
];

export interface Checked {
  /** The operation or the event's type. */
  what: string;
  faults: string[];
}

/** Compares a recorded call or event with PayPal's published documents; undefined for the OAuth call, which has none. */
export function checkAgainstContract(recorded: Recorded): Checked | undefined {
  return recorded.kind === 'event' ? checkEvent(recorded.body) : checkCall(recorded);
}

function checkEvent(body: string): Checked {
  const event = JSON.parse(body) as { event_type: string; resource: object };
  const envelope = documentOf('notifications_webhooks_v1').faults({ $ref: '#/components/schemas/event' }, event);
  const [, name, schema] = RESOURCES.find(([type]) => type.test(event.event_type)) ?? [];
  const resource = name ? documentOf(name).faults({ $ref: `#/components/schemas/${schema}` }, event.resource) : [];
  return { what: event.event_type, faults: [...envelope, ...resource.map((fault) => `resource${fault}`)] };
}

function checkCall(recorded: Extract<Recorded, { kind: 'call' }>): Checked | undefined {
  const { method, path: target, query, type, raw, answer } = recorded;
  if (target === '/v1/oauth2/token') return undefined;
  const found = operationOf(method, target);
  if (!found) return { what: `${method} ${target}`, faults: ['is not a call of PayPal'] };
  const { call, document, operation } = found;
  const faults: string[] = [];
  const { request, parameters } = operation;
  // The emulator has refused the request's form itself.
  const isRefused = answer.status === 400;
  if (request?.type === 'application/json' && raw.length > 0 && !isRefused)
    faults.push(...document.faults(request.schema, JSON.parse(raw.toString())).map((fault) => `request ${fault}`));
  if (request && raw.length > 0 && !type.startsWith(request.type)) faults.push(`request is ${type}`);
  for (const [name, value] of query) {
    const parameter = parameters.find((each) => each.in === 'query' && each.name === name);
    if (!parameter) faults.push(`query ${name} is unknown`);
    else faults.push(...document.faults(parameter.schema, typed(value, parameter.schema)).map((f) => `${name}${f}`));
  }
  const response = operation.responses[String(answer.status)] ?? operation.responses.default;
  const hasNoBody = response === null || answer.status === 204;
  if (answer.status === 204 && answer.body !== '') faults.push('answer has a body');
  if (!hasNoBody && response)
    faults.push(...document.faults(response, answer.body).map((fault) => `answer ${answer.status} ${fault}`));
  return { what: `${call} ${answer.status}`, faults };
}

const typed = (value: string, { type }: Schema): unknown => {
  if (type === 'integer' || type === 'number') return Number(value);
  return type === 'boolean' ? value === 'true' : value;
};
