import { importAnew } from '#src/shared/import-anew.ts';
import payAndOrderUrl from './pay-and-order.ts?shared-chunk-url';

/** Loads the ordering code, which only buyers need. */
export const loadPayAndOrder = () => importAnew<typeof import('./pay-and-order.ts')>(payAndOrderUrl);
