import { sendPhoto } from '#src/features/reviews/server/review-photo.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ GET: sendPhoto });
