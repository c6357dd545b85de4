import { askForNotice } from '#src/features/restock/server/restock.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: askForNotice });
