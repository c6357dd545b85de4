import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { parse } from 'yaml';
import { z } from 'zod';
import { addDays } from '#src/shared/german-day.ts';
import type { PaymentSource } from '#src/shared/payment-source.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { collectionSchema } from './collection.ts';
import { fastDeliverySchema } from './fast-delivery.ts';
import { wholeDays, yesOrNo } from './kinds.ts';
import { reviewsSchema, vouchersSchema } from './reviews-and-vouchers.ts';
import { ownTextsSchema, termsSchema } from './terms-and-texts.ts';

const MOST_BREAKS = 60;
/** In days. */
const LONGEST_BREAK = 92;

/** Values in brackets are placeholders that the owner must replace. */
const BRACKETED = /^\[.+\]$/;
/** A reserved domain, and number ranges that the Bundesnetzagentur reserves for films and examples. */
const RESERVED = /\.example$|^\+49 (30 23125 \d{3}|152 28817386)$/;

const fact = z.string().trim().min(2, 'is empty. Example: "[Firmenname]" as long as it is not known').max(300);
const orPlaceholder = (pattern: RegExp, message: string) =>
  fact.refine((value) => BRACKETED.test(value) || pattern.test(value), message);
const email = orPlaceholder(z.regexes.email, 'is not an email address. Example: kontakt@shop.example');
const phone = orPlaceholder(
  /^\+\d[\d /-]{5,25}\d$/,
  'is not a telephone number with a country code. Example: "+49 30 23125 000"',
);

/** An optional shop detail; an empty field means that the shop has none. */
const optional = <T extends z.ZodType>(schema: T) =>
  schema
    .or(
      z
        .literal('')
        .or(z.null())
        .transform(() => undefined),
    )
    .optional();

const day = z.iso.date('is not a day. Example: 2026-12-21');

/** Times without dispatch: first day and last day. */
const breaksSchema = z
  .record(day, day)
  .refine((breaks) => Object.entries(breaks).every(([first, last]) => first <= last), 'has a last day before its first')
  .refine(
    (breaks) => Object.entries(breaks).every(([first, last]) => last <= addDays(first, LONGEST_BREAK)),
    `has a time of more than ${LONGEST_BREAK} days. Close the shop instead`,
  )
  .refine((breaks) => Object.keys(breaks).length <= MOST_BREAKS, `has more than ${MOST_BREAKS} lines. Remove old ones`)
  .nullish()
  .transform((breaks) => breaks ?? {});

const shopDataSchema = z.strictObject({
  company: z.strictObject({
    name: fact,
    legalForm: fact,
    representative: fact,
    street: fact,
    postalCode: orPlaceholder(/^\d{5}$/, 'is not a German postal code. Example: "10115"'),
    city: fact,
    seat: optional(fact),
    register: fact,
    vatId: optional(orPlaceholder(/^DE\d{9}$/, 'is not a German VAT number. Example: DE123456789')),
    economicId: optional(
      orPlaceholder(/^DE\d{9}-\d{5}$/, 'is not an economic identification number. Example: DE123456789-00001'),
    ),
  }),
  registers: z.strictObject({
    lucid: optional(orPlaceholder(/^DE\d{13}$/, 'is not a LUCID number. Example: DE1234567890123')),
    dpg: optional(fact),
    divid: optional(fact),
    // Files of earlier versions may still contain it. The order reference belongs to a delivery, not to the shop.
    eudr: z
      .unknown()
      .transform(() => undefined)
      .optional(),
  }),
  contact: z.strictObject({
    email,
    phone,
    whatsapp: optional(
      phone.refine(
        (value) => !BRACKETED.test(value),
        'is not a telephone number. Leave it empty to have no WhatsApp link',
      ),
    ),
  }),
  privacy: z.strictObject({
    hosting: fact,
    mailService: fact,
    authority: fact,
    logDays: wholeDays(1, 90, 14),
  }),
  tax: z.strictObject({
    mode: z.enum(['regular', 'small_business'], 'is not "regular" or "small_business" (§19 UStG)').default('regular'),
    number: z.string('is not a text in quotation marks. Example: "12/345/67890"').trim().max(60).default(''),
  }),
  shipping: z.strictObject({
    carrier: fact,
    // The carrier of chilled parcels; without one, chilled and frozen food cannot be sent.
    coldCarrier: fact.optional(),
    carriers: z
      .record(
        z.string().regex(/^[a-z][a-z0-9-]{1,19}$/, 'is not a short name of a carrier. Example: dhl'),
        z
          .string()
          .regex(
            /^https:\/\/[^\s{}]+\{number\}[^\s{}]*$/,
            'is not an address with {number} in it. Example: https://tracking.example/parcel/{number}',
          ),
      )
      .default({}),
    breaks: breaksSchema,
    returnsPaidBy: z.enum(['buyer', 'shop'], 'is not buyer or shop').default('buyer'),
  }),
  accessibility: z.strictObject({
    microEnterprise: yesOrNo,
    authority: fact,
    authorityEmail: email,
  }),
});

/** An account number or a bank's code, with or without spaces. */
const bankCode = (isValid: (code: string) => boolean, message: string) =>
  z
    .string(message)
    .max(60)
    .transform((written) => electronicFormatIBAN(written) ?? '')
    .refine(isValid, message);

/** What the owner's PayPal account takes beside PayPal accounts. */
const activated = { card: yesOrNo, googlePay: yesOrNo, applePay: yesOrNo } satisfies Record<PaymentSource, z.ZodType>;

const account = z.int().min(1000).max(99_999_999);
const groupSchemas = shopDataSchema.extend({
  shop: termsSchema,
  texts: ownTextsSchema,
  accounting: z
    .strictObject({
      consultant: optional(z.int().min(1001).max(9_999_999)),
      client: optional(z.int().min(1).max(99_999)),
      chart: z.enum(['SKR03', 'SKR04'], 'is not SKR03 or SKR04').default('SKR03'),
      ...{ paypal: account.optional(), bank: account.optional(), fees: account.optional() },
      ...{ payouts: account.optional(), receivables: account.optional(), vouchers: account.optional() },
      ...{ cash: account.optional(), giveaways: account.optional(), otherIncome: account.optional() },
      revenue: z.record(z.string().regex(/^\d+$/), account).default({}),
    })
    .prefault({}),
  payment: z
    .strictObject({
      iban: optional(bankCode(isValidIBAN, 'is not an IBAN. Example: DE89 3704 0044 0532 0130 00')),
      holder: optional(fact.max(70)),
      bic: optional(bankCode(isValidBIC, 'is not a BIC. Example: COBADEFFXXX')),
      days: wholeDays(3, 30, 7).default(7),
      invoice: z.enum(['paid', 'order'], 'is not paid or order').default('paid'),
      ...activated,
    })
    .prefault({}),
  fastDelivery: fastDeliverySchema,
  collection: collectionSchema,
  reviews: reviewsSchema,
  vouchers: vouchersSchema,
  stock: z.strictObject({ soonDays: wholeDays(1, 365, 30).default(30) }).prefault({}),
  dhl: z
    .strictObject({
      paper: z.enum(['A6', 'A4'], 'is not A6 or A4').default('A6'),
      smallUpTo: optional(z.int('is not a whole number of grams. Example: 1000').min(1).max(1000)),
    })
    .prefault({}),
});

const fileSchema = groupSchemas.transform(({ shop: terms, ...data }) => ({ ...data, terms }));

/** What applies to a group that shop.yaml does not have, with amounts in cents; undefined where it must have one. */
export const defaultsOf = (group: keyof typeof groupSchemas.shape): unknown =>
  groupSchemas.shape[group].safeParse(undefined).data;

/** Details of the company that runs the shop. */
export type ShopData = z.output<typeof fileSchema>;

/**
 * A mistake in shop.yaml. `name`: of the shop detail, such as `company.name`; '' when the whole file cannot be read.
 */
export interface FactMistake {
  name: string;
  message: string;
}

/** The file as written: decimal numbers stay strings, because `1.000` may mean 1000. */
export const parseShopYaml = (text: string): unknown =>
  parse(text, {
    customTags: (tags) =>
      tags.filter((tag) => typeof tag === 'string' || (tag.format === undefined && !tag.tag.endsWith(':float'))),
  });

/** Parses the text of a shop.yaml, or returns all its mistakes. */
export function checkShopData(text: string): Result<ShopData, FactMistake[]> {
  let content: unknown;
  try {
    content = parseShopYaml(text);
  } catch (error) {
    return fail([{ name: '', message: (error as Error).message }]);
  }
  const parsed = fileSchema.safeParse(content);
  return parsed.success
    ? ok(parsed.data)
    : fail(parsed.error.issues.map((issue) => ({ name: issue.path.join('.') || 'the file', message: issue.message })));
}

/** Whether the shop charges no VAT (§19 UStG). */
export const isSmallBusiness = ({ tax }: Pick<ShopData, 'tax'>): boolean => tax.mode === 'small_business';

/** The shop details by names such as `company.name`. */
export const factsOf = (data: ShopData): [name: string, value: string][] =>
  Object.entries(shopDataSchema.shape).flatMap(([group, { shape }]) =>
    Object.keys(shape).flatMap((name): [string, string][] => {
      const value = (data[group as keyof ShopData] as Record<string, string | number | boolean | object | undefined>)[
        name
      ];
      return typeof value === 'object' ? [] : [[`${group}.${name}`, String(value ?? '')]];
    }),
  );

/** Whether a value is still a placeholder. */
export const isPlaceholder = (value: string) => BRACKETED.test(value) || RESERVED.test(value);

/** The registered seat. */
export const seatOf = ({ company }: ShopData): string => company.seat ?? company.city;

/** The number for WhatsApp links. A public shop shows no link to a placeholder number. */
export function whatsappToShow({ contact: { whatsapp } }: ShopData, isLocal: boolean): string | undefined {
  return whatsapp && (isLocal || !isPlaceholder(whatsapp)) ? whatsapp : undefined;
}

/**
 * The imprint names the VAT number or the economic one (§ 5 DDG), an invoice the VAT number or the tax number (§ 14
 * UStG).
 */
const isOwedInstead = (name: string, { company, tax }: ShopData): boolean =>
  (name === 'company.vatId' && !company.vatId && !company.economicId) ||
  (name === 'tax.number' && !company.vatId && !tax.number);

/** Names of shop details that are still placeholders, or empty although the law requires them. */
export const missingShopFacts = (data: ShopData): string[] =>
  factsOf(data)
    .filter(([name, value]) => isPlaceholder(value) || isOwedInstead(name, data))
    .map(([name]) => name);

/** Whether § 5 DDG requires this detail in the imprint. */
export const isImprintFact = (name: string): boolean => /^(?:company\.|contact\.(?:email|phone)$)/.test(name);
