import { z } from 'zod';
import { isPostalCode } from './client.ts';

/** One line of text; nobody's name or street holds a line break, and no mail header may. */
const line = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1)
        .max(max)
        .regex(/^[^\u0000-\u001f\u007f\u2028\u2029]*$/),
    );

const optionalLine = (max: number) =>
  z
    .union([
      z
        .string()
        .regex(/^\s*$/)
        .transform(() => ''),
      z.null().transform(() => ''),
      line(max),
    ])
    .default('');

export const emailSchema = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  .pipe(z.email({ pattern: z.regexes.unicodeEmail }).max(254));

const NAMES_OF_GERMANY = /^(de|deu|germany|deutschland|alemanha)$/i;

/** ISO 3166-1 code; Germany's names are understood too. */
export const countrySchema = z
  .string()
  .transform((text) => (NAMES_OF_GERMANY.test(text.trim()) ? 'DE' : text.trim().toUpperCase()))
  .pipe(z.string().regex(/^[A-Z]{2}$/));

const personSchema = z.object({
  name: line(80),
  lastname: line(80),
  address: line(120),
  number: line(20),
  additional_address: optionalLine(120),
  postal_code: line(12),
  city: line(80),
});

// Length and signs of a password are told by rule, one code at a time.
const passwordSchema = z.string().max(10_000);

export const registrationSchema = personSchema
  .extend({
    email: emailSchema,
    country: countrySchema,
    phone: line(40),
    password: passwordSchema,
    confirmPassword: passwordSchema.optional(),
    languageLocale: z.string().optional(),
  })
  .refine(({ postal_code, country }) => isPostalCode(postal_code, country), { path: ['postal_code'] })
  .meta({ id: 'Registration' });

export const updateSchema = personSchema.extend({ phone: optionalLine(40) }).meta({
  id: 'ClientUpdate',
  description: 'E-mail and country may be sent and are left as they are.',
});

export const loginSchema = z.object({ email: z.string().max(1000), password: passwordSchema }).meta({ id: 'Login' });
export const forgotSchema = z.object({ email: emailSchema, languageLocale: z.string().optional() }).meta({ id: 'PasswordForgot' });
export const resetSchema = z.object({ password: passwordSchema, confirmPassword: passwordSchema.optional() }).meta({ id: 'PasswordReset' });
export const changeSchema = z
  .object({ currentPassword: passwordSchema, newPassword: passwordSchema, confirmPassword: passwordSchema.optional() })
  .meta({ id: 'PasswordChange' });
export const logoutSchema = z.object({ everywhere: z.boolean().optional() }).meta({ id: 'Logout' });
export const deletionSchema = z.object({ password: passwordSchema }).meta({ id: 'AccountDeletion' });

const text = z.string();

export const storedClientSchema = z
  .object({
    clientId: text,
    clientName: text,
    clientSurname: text,
    clientEmail: text,
    clientAddress: text,
    clientNumber: text,
    clientAdditionalAddress: text,
    clientPostalCode: text,
    clientCity: text,
    clientCountry: text,
  })
  .meta({ id: 'Client' });

export const clientDataSchema = z
  .object({
    name: text,
    lastname: text,
    email: text,
    address: text,
    number: text,
    additional_address: text,
    postal_code: text,
    city: text,
    country: text,
    phone: text,
  })
  .meta({ id: 'ClientData' });

export const detailSchema = z.object({ detail: text }).meta({ id: 'Detail' });
