import { registerClient } from '#src/features/account/server/account.endpoints.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: registerClient });
