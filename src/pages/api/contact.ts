import { writeToShop } from '#src/features/contact/server/contact.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: writeToShop });
