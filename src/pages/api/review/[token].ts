import { writeReview } from '#src/features/reviews/server/review.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: writeReview });
