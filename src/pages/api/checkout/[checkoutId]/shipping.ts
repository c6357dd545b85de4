import { putShipping } from '#src/features/checkout/server/express.endpoints.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ PUT: putShipping });
