import { logConsent } from '#src/features/consent/server/consent.endpoints.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: logConsent });
