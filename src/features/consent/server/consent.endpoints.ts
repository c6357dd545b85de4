import { translator } from '#src/i18n/translate.ts';
import { localeOfBody, readBody } from '#src/server/http/body.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { CONSENT_CHOICES } from '../consent.ts';
import { consentInputSchema } from '../consent.schema.ts';
import { recordConsent } from './consent.service.ts';

export const logConsent: Handler = async (call) => {
  const t = translator(call.locale);
  const body = await readBody(call, consentInputSchema, (field) =>
    field === 'choice' ? t('errors:field.choice', { values: CONSENT_CHOICES.join(', ') }) : t('errors:field.text'),
  );
  if (!body.ok) return body.error;
  const { languageLocale, ...given } = body.value;
  const receipt = await recordConsent(call.ctx, { ...given, locale: localeOfBody(call, languageLocale) });
  return freshJson({ receipt }, { status: 201 });
};
