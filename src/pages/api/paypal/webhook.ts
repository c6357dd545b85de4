import { receiveWebhook } from '#src/features/checkout/server/webhook.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: receiveWebhook }, { csrf: false });
