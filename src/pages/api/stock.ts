import { endpoint } from '#src/server/http/endpoint.ts';
import { productsInStock } from '#src/features/catalogue/server/catalogue.endpoints.ts';

export const ALL = endpoint({ GET: productsInStock });
