import { askForOtherAddress } from '#src/features/order-changes/server/address-change.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: askForOtherAddress });
