import { importAnew } from '#src/shared/import-anew.ts';
import payAndOrderUrl from './pay-and-order.ts?shared-chunk-url';

/** Loads the ordering code; visitors who do not order do not need it. */
export const loadPayAndOrder = () => importAnew<typeof import('./pay-and-order.ts')>(payAndOrderUrl);
