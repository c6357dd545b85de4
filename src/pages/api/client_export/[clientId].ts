import { exportClient } from '#src/features/privacy/server/client-export.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ GET: exportClient });
