import { parse } from 'yaml';
import { z } from 'zod';
import { ConfigError } from './config.ts';
import { readEditorial } from './editorial-content.ts';

const FILE = 'src/content/shop.yaml';

/** Values in brackets are placeholders until the owner replaces them. */
const BRACKETED = /^\[.+\]$/;
/** A reserved domain, and number ranges that the Bundesnetzagentur reserves for films and examples. */
const RESERVED = /\.example$|^\+49 (30 23125 \d{3}|152 28817386)$/;

const fact = z.string().trim().min(2, 'is empty. Example: "[Firmenname]" as long as it is not known').max(300);
const orPlaceholder = (pattern: RegExp, message: string) => fact.refine((value) => BRACKETED.test(value) || pattern.test(value), message);
const email = orPlaceholder(z.regexes.email, 'is no e-mail address. Example: kontakt@shop.example');
const phone = orPlaceholder(/^\+\d[\d /-]{5,25}\d$/, 'is no telephone number with its country’s code. Example: "+49 30 23125 000"');

const shopDataSchema = z.strictObject({
  company: z.strictObject({
    name: fact,
    representative: fact,
    street: fact,
    postalCode: orPlaceholder(/^\d{5}$/, 'is no German postal code. Example: "10115"'),
    city: fact,
    register: fact,
    vatId: orPlaceholder(/^DE\d{9}$/, 'is no German VAT number. Example: DE123456789'),
  }),
  contact: z.strictObject({
    email,
    phone,
    whatsapp: phone
      .refine((value) => !BRACKETED.test(value), 'is no telephone number. Leave it empty to have no WhatsApp link')
      .or(
        z
          .literal('')
          .or(z.null())
          .transform(() => undefined),
      )
      .optional(),
  }),
  privacy: z.strictObject({
    hosting: fact,
    mailService: fact,
    authority: fact,
    logDays: z.int('is no whole number of days. Example: 14').min(1).max(90),
  }),
  // coldCarrier: who keeps parcels cool; without one, chilled and frozen food can't be sent.
  shipping: z.strictObject({ carrier: fact, coldCarrier: fact.optional() }),
  accessibility: z.strictObject({ authority: fact, authorityEmail: email }),
});

/** The facts about the company that runs the shop. */
export type ShopData = z.output<typeof shopDataSchema>;

/** Reads the text of a shop.yaml; throws ConfigError with all mistakes at once. */
export function parseShopData(text: string): ShopData {
  const fail = (lines: string[]): never => {
    throw new ConfigError(`${FILE} has mistakes:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  };
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    return fail([(error as Error).message]);
  }
  const parsed = shopDataSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  return fail(parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`));
}

let known: { data: ShopData; text: string } | undefined;

/** The facts of shop.yaml. */
export function loadShopData(): ShopData {
  const text = readEditorial('shop.yaml');
  if (known?.text !== text) known = { data: parseShopData(text), text };
  return known.data;
}

/** The facts by names such as `company.name`. */
export const factsOf = (data: ShopData): [name: string, value: string][] =>
  Object.entries(data).flatMap(([group, facts]) =>
    Object.entries(facts).map(([name, value]): [string, string] => [`${group}.${name}`, String(value ?? '')]),
  );

const isPlaceholder = (value: string) => BRACKETED.test(value) || RESERVED.test(value);

/** The number for WhatsApp links. A public shop shows no link to a placeholder number. */
export function whatsappToShow(isLocal: boolean): string | undefined {
  const { whatsapp } = loadShopData().contact;
  return whatsapp && (isLocal || !isPlaceholder(whatsapp)) ? whatsapp : undefined;
}

/** Names of facts that are still placeholders. */
export const missingShopFacts = (data: ShopData): string[] =>
  factsOf(data)
    .filter(([, value]) => isPlaceholder(value))
    .map(([name]) => name);
