import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import type { Call } from '#src/server/http/call.ts';
import { isOwnForm } from '#src/server/http/csrf.ts';
import { errorText } from '#src/server/http/errors.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { makeReturnLabel, type ReturnRefusal } from './return-label.service.ts';

const TEXTS = {
  label_runs: 'runs',
  label_lost: 'later',
  carrier_down: 'later',
  withdrawal_closed: 'none',
  return_still_here: 'none',
  return_not_free: 'none',
  no_carrier: 'refused',
  label_refused: 'refused',
  return_too_often: 'refused',
} as const satisfies Record<ReturnRefusal['kind'], string>;

/**
 * The buyer asks for a return label on the order's page; an error is a text for the page. `isProven`: the address has
 * the order's key, which no other site knows, and whose page sends no origin.
 */
export async function takeReturnLabel(
  { ctx, request, locale }: Pick<Call, 'ctx' | 'request'> & { locale: Locale },
  order: StoredOrder,
  isProven: boolean,
): Promise<Result<void, string>> {
  if (!isProven && !isOwnForm(request, ctx.config.siteUrl)) return fail(errorText({ kind: 'csrf_failed' }, locale));
  const refused = await takeAttempt({ ctx }, { return_label_order: order.id });
  if (refused) return fail(errorText(refused, locale));
  const form = await request.formData().catch(() => new FormData());
  const withdrawalId = String(form.get('withdrawal') ?? '').slice(0, 50);
  const made = await makeReturnLabel(ctx, { order, withdrawalId, by: 'buyer', locale });
  if (made.ok) return ok(undefined);
  const { email } = savedShop(ctx).contact;
  return fail(translator(locale)(`withdrawal:noLabel.${TEXTS[made.error.kind]}`, { email }));
}
