import { sendReturnLabel } from '#src/features/withdrawal/server/return-file.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ GET: sendReturnLabel });
