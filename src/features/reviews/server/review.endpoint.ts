import { formatDate } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { MAX_TEXT } from '../review.ts';
import { reviewInputSchema } from '../review.schema.ts';
import { photoProblem, readPhoto } from './read-photo.ts';
import { openCounted } from './open-counted.ts';
import { isReviewable, saveReviews } from './review.service.ts';

/** Stores the review of one product of the order that the link opens. */
export const writeReview: Handler = async (call) => {
  const t = () => translator(call.locale);
  const body = await readBody(call, reviewInputSchema, (field) =>
    field === 'text'
      ? t()('reviews:problems.text', { max: MAX_TEXT })
      : t()(field === 'photo' ? 'desk:errors.picture_unreadable' : 'reviews:problems.stars'),
  );
  if (!body.ok) return body.error;
  const opened = await openCounted(call, call.params.token ?? '');
  if (!opened.ok) return opened.error;
  const { reviews } = opened.value;
  if (!reviews) return { kind: 'not_found' };
  const { order, products } = reviews;
  const { productId, stars, text, name, photo } = body.value;
  const found =
    productId === undefined && products.length === 1
      ? products[0]
      : products.find(({ product }) => product.id === productId);
  if (!found || !isReviewable(order)) return { kind: 'not_found' };
  const refused = await takeAttempt(call, { review_order: order.id });
  if (refused) return refused;
  const read = photo === undefined ? undefined : await readPhoto(new Blob([Buffer.from(photo, 'base64')]));
  if (read && !read.ok) return { kind: 'invalid_input', fields: { photo: [photoProblem(read.error, t())] } };
  const review = { productId: found.product.id, stars, text, naming: name, locale: call.locale, photo: read?.value };
  await saveReviews(call.ctx, reviews, [review]);
  return freshJson(
    { detail: t()('reviews:form.saved', { until: formatDate(reviews.until, call.locale) }) },
    { status: 201 },
  );
};
