import { postTransferOffer } from '#src/features/offers/server/offer.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: postTransferOffer });
