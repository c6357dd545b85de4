import { changeOwnPassword } from '#src/features/account/server/password.endpoints.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: changeOwnPassword });
