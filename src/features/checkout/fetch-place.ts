import { importAnew } from '#src/shared/import-anew.ts';
import placeUrl from './place.ts?shared-chunk-url';

/** What orders: nobody needs it who is not signed in. */
export const fetchPlace = () => importAnew<typeof import('./place.ts')>(placeUrl);
