import { csrfToken } from '#src/server/http/csrf.ts';
import { endpoint, freshJson } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ GET: (call) => freshJson({ csrfToken: csrfToken(call) }) });
