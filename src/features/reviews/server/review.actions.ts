/** What the forms of the page of a mailed link do. */
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import type { Call } from '#src/server/http/call.ts';
import { errorText } from '#src/server/http/errors.ts';
import { MAX_UPLOAD_BYTES } from '#src/server/http/limits.ts';
import { photoProblem, readPhoto } from './read-photo.ts';
import { MAX_TEXT, NAMINGS, STARS, type Naming } from '../review.ts';
import { reviewTextSchema } from '../review.schema.ts';
import { optOut } from './ask.service.ts';
import {
  deleteOwnReview,
  isReviewable,
  saveReviews,
  type NewReview,
  type OpenLink,
  type OpenReviews,
} from './review.service.ts';

/** What the form has for one product. */
export interface TypedReview {
  stars: number | undefined;
  text: string;
  mistake: string | undefined;
}

export interface FormAnswer {
  status: number;
  /** What was done; the page shows its text. */
  done?: 'saved' | 'deleted' | 'stopped';
  problem?: string;
  /** By product. */
  typed?: ReadonlyMap<number, TypedReview>;
  naming?: Naming;
}

const MEGABYTES = MAX_UPLOAD_BYTES / 1024 ** 2;

/** Longer than any valid text. Refused text is shown again up to this length. */
const MOST_SHOWN = 5 * MAX_TEXT;

export async function answerReviewForm(
  {
    ctx,
    request,
    locale,
    received,
  }: Pick<Call, 'ctx' | 'request'> & { locale: Locale; received: App.Locals['received'] },
  link: OpenLink,
): Promise<FormAnswer> {
  const t = translator(locale);
  if (received?.isTooLarge) return { status: 413, problem: t('reviews:problems.tooLarge', { megabytes: MEGABYTES }) };
  // Astro reads shorter bodies only.
  const type = request.headers.get('content-type') ?? '';
  const body = received?.body ? new Response(received.body, { headers: { 'content-type': type } }) : request;
  const form = await body.formData().catch(() => new FormData());
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const act = text('act');
  // Mail programs have a button of their own (RFC 8058).
  if (act === 'stop' || text('List-Unsubscribe') === 'One-Click') {
    await optOut(ctx, link);
    return { status: 200, done: 'stopped' };
  }
  const { reviews: opened } = link;
  if (!opened) return { status: 410 };
  const refused = await takeAttempt({ ctx }, { review_order: opened.order.id });
  if (refused) return { status: 429, problem: errorText(refused, locale), ...readForm(text, opened, locale) };
  const [, toDelete] = /^delete-(\d{1,10})$/.exec(act) ?? [];
  if (toDelete) {
    await deleteOwnReview(ctx, opened, Number(toDelete));
    return { status: 200, done: 'deleted' };
  }
  if (!isReviewable(opened.order)) return { status: 409, problem: t('reviews:problems.undelivered') };
  const { typed, naming } = readForm(text, opened, locale);
  const written = [...typed].flatMap(([productId, { stars, text: words, mistake }]): NewReview[] =>
    stars && !mistake ? [{ productId, stars, text: words, naming, locale }] : [],
  );
  const isRefused = [...typed.values()].some(({ mistake }) => mistake) || written.length === 0;
  if (isRefused) return { status: 400, problem: t('reviews:problems.form'), typed, naming };
  for (const review of written) {
    const photo = form.get(`photo-${review.productId}`);
    if (form.has(`nophoto-${review.productId}`)) review.photo = null;
    if (!(photo instanceof File) || photo.size === 0) continue;
    const read = await readPhoto(photo);
    if (!read.ok) {
      const mistake = photoProblem(read.error, t);
      typed.set(review.productId, { stars: review.stars, text: review.text, mistake });
      return { status: 400, problem: t('reviews:problems.photo'), typed, naming };
    }
    review.photo = read.value;
  }
  await saveReviews(ctx, opened, written);
  return { status: 200, done: 'saved' };
}

function readForm(text: (name: string) => string, { products }: OpenReviews, locale: Locale) {
  const t = translator(locale);
  const naming = NAMINGS.find((known) => known === text('name')) ?? 'anonymous';
  const typed = new Map(
    products.map(({ product: { id } }): [number, TypedReview] => {
      const stars = STARS.find((known) => String(known) === text(`stars-${id}`));
      const words = text(`text-${id}`);
      const parsed = reviewTextSchema.safeParse(words);
      const mistake = !parsed.success
        ? t('reviews:problems.text', { max: MAX_TEXT })
        : parsed.data && !stars
          ? t('reviews:problems.starsMissing')
          : undefined;
      return [id, { stars, text: parsed.data ?? words.slice(0, MOST_SHOWN), mistake }];
    }),
  );
  return { typed, naming };
}
