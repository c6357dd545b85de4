import { createAddress, listAddresses } from '#src/features/account/server/client-address.endpoints.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ GET: listAddresses, POST: createAddress });
