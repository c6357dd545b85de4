import { translator } from '#src/i18n/translate.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { CONSENT_CHOICES } from '../consent.ts';
import { consentInputSchema } from '../consent.schema.ts';
import { recordConsent } from './consent.service.ts';

export const logConsent: Handler = async (call) => {
  const explain = (field: string) => {
    const t = translator(call.locale);
    return field === 'choice'
      ? t('errors:field.choice', { values: CONSENT_CHOICES.join(', ') })
      : t('errors:field.text');
  };
  const body = await readBody(call, consentInputSchema, explain);
  if (!body.ok) return body.error;
  const refused = await takeAttempt(call, { consent_address: call.address });
  if (refused) return refused;
  const { choice, version, receipt: earlier } = body.value;
  const receipt = await recordConsent(call.ctx, { choice, version, receipt: earlier, locale: call.locale });
  return freshJson({ receipt }, { status: 201 });
};
