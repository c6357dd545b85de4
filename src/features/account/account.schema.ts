import { z } from 'zod';
import { isFullName, namePart } from '#src/shared/person-name.schema.ts';
import { optionalTextLine, placeLine, textLine } from '#src/shared/text-line.schema.ts';
import { emailSchema } from '#src/server/auth/email.schema.ts';
import { isPostalCode } from './field-patterns.ts';
import { isCountryCode } from './country.ts';
import { withOwnNumber } from './street.ts';

const NAMES_OF_GERMANY = /^(de|deu|germany|deutschland|alemanha)$/i;

/** A country's code of ISO 3166-1. Germany's names are understood too. */
export const countrySchema = z
  .string()
  .transform((text) => (NAMES_OF_GERMANY.test(text.trim()) ? 'DE' : text.trim().toUpperCase()))
  .refine(isCountryCode);

const personSchema = z.object({
  name: namePart(),
  lastname: namePart(),
  // Streets abroad may have a number only.
  address: placeLine(120, /[\p{L}\p{N}]/u),
  number: textLine(20),
  additional_address: optionalTextLine(120),
  postal_code: textLine(12),
  city: placeLine(80),
  phone: optionalTextLine(40),
});

const namesSchema = personSchema.pick({ name: true, lastname: true });

/** First and last name together are one name in mails and on parcels, so they follow its rule together. */
const withWholeName = <S extends z.ZodType<z.output<typeof personSchema>>>(schema: S) =>
  schema
    .refine(({ name, lastname }) => isFullName(name, lastname), {
      path: ['name'],
      // Runs although other fields are invalid, so that one response names all invalid fields.
      when: ({ value }) => namesSchema.safeParse(value).success,
    })
    .overwrite((person) => withOwnNumber(person));

// The service checks the password rules, because each rule has an error code of its own.
export const passwordSchema = z.string().max(10_000);

// An unknown language is not an error: the response then uses the language of the request.
const languageLocale = z.string().optional().catch(undefined);

const residenceSchema = z.object({ postal_code: textLine(12), country: countrySchema });

export const registrationSchema = withWholeName(
  personSchema.extend({
    email: emailSchema,
    country: countrySchema,
    password: passwordSchema,
    confirmPassword: passwordSchema.optional(),
    languageLocale,
  }),
)
  .refine(({ postal_code, country }) => isPostalCode(postal_code, country), {
    path: ['postal_code'],
    // Runs although other fields are invalid, so that one response names all invalid fields.
    when: ({ value }) => residenceSchema.safeParse(value).success,
  })
  .meta({
    id: 'Registration',
    description: 'Without `confirmPassword`, or with another one, the answer is `password_mismatch`.',
    // Optional for the schema only, because a missing confirmation has its own error code.
    override: ({ jsonSchema }) => {
      jsonSchema.required?.push('confirmPassword');
    },
  });

export const updateSchema = withWholeName(personSchema).meta({
  id: 'ClientUpdate',
  description: 'E-mail and country may be sent, but they are never changed.',
});

// PostgreSQL refuses NUL in a text.
const NO_NUL = /^[^\0]*$/;

export const loginSchema = z
  .object({ email: z.string().max(1000).regex(NO_NUL), password: passwordSchema, languageLocale })
  .meta({ id: 'Login' });
export const forgotSchema = z.object({ email: emailSchema, languageLocale }).meta({ id: 'PasswordForgot' });
export const resetSchema = z
  .object({ password: passwordSchema, confirmPassword: passwordSchema.optional(), languageLocale })
  .meta({ id: 'PasswordReset' });
export const changeSchema = z
  .object({
    currentPassword: passwordSchema,
    newPassword: passwordSchema,
    confirmPassword: passwordSchema.optional(),
    languageLocale,
  })
  .meta({ id: 'PasswordChange' });
export const logoutSchema = z.object({ everywhere: z.boolean().optional(), languageLocale }).meta({ id: 'Logout' });
export const deletionSchema = z.object({ password: passwordSchema, languageLocale }).meta({ id: 'AccountDeletion' });

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

export const registeredSchema = z.object({ detail: text, client: storedClientSchema }).meta({ id: 'Registered' });
