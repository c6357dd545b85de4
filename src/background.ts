import { checkAlarms } from '#src/features/overview/server/alarms.service.ts';
import { countBoughtTogether } from '#src/features/orders/server/bought-together.service.ts';
import { deleteFruitlessCheckouts } from '#src/features/orders/server/checkout.repository.ts';
import { deleteExpiredGuests } from '#src/features/orders/server/guest.repository.ts';
import { sendMorningMail } from '#src/features/morning-mail/server/morning-mail.service.ts';
import { expireGoods } from '#src/features/orders/server/lots/expired-lots.ts';
import { remindOfCollections } from '#src/features/orders/server/collection/collection.service.ts';
import { keptBefore } from '#src/features/privacy/retention.ts';
import {
  deleteCarts,
  deletePeopleOfVouchers,
  deleteQuestions,
  endRetention,
  VOUCHER_MS,
} from '#src/features/privacy/server/retention.service.ts';
import { cancelUnusedLabels } from '#src/features/shipping/server/label.service.ts';
import { followParcels } from '#src/features/shipping/server/track.service.ts';
import { tellPaypalOfParcels } from '#src/features/shipping/server/paypal-tracking.service.ts';
import { checkTransfers } from '#src/features/transfers/server/due-transfers.service.ts';
import { followReturns } from '#src/features/withdrawal/server/follow-returns.service.ts';
import { remindOfRefunds } from '#src/features/withdrawal/server/withdrawal-case.service.ts';
import { deleteSentForms } from './desk/server/sent-forms.repository.ts';
import { deleteExpiredDeskAccess } from './desk/server/staff.repository.ts';
import { deleteExpiredProofs } from './features/account/server/address-proof.repository.ts';
import { refreshSearchSince } from './features/account/server/client.repository.ts';
import { deleteExpiredDevices } from './features/account/server/known-device.repository.ts';
import { deleteResetsBefore } from './features/account/server/password-reset.repository.ts';
import { deleteEvents } from './features/checkout/server/paypal-event.repository.ts';
import { reconcile } from './features/checkout/server/reconcile.service.ts';
import { deleteConsents } from './features/consent/server/consent.repository.ts';
import { publishAsPlanned } from './features/editing/server/planned-publication.service.ts';
import { endShortDated } from './features/editing/server/short-dated/short-dated.service.ts';
import { keepMovements } from './features/invoices/server/paypal-movement.service.ts';
import { attachInvoice } from './features/invoices/server/invoice-document.ts';
import { deleteOfferMails } from './features/offers/server/offer.repository.ts';
import { sendDueAnswers } from './features/refunds/server/case-answer.service.ts';
import { RESTOCK_MAILS } from './features/restock/server/restock-mails.ts';
import { deleteOldNotices } from './features/restock/server/restock.repository.ts';
import { mailRestocked } from './features/restock/server/restock.service.ts';
import { deleteOldKeys } from './features/reviews/server/review.repository.ts';
import { deleteOldReports } from './features/reviews/server/review-desk.repository.ts';
import { askForReviews } from './features/reviews/server/ask.service.ts';
import { expireVouchers, sendDueVouchers } from './features/vouchers/server/voucher-jobs.service.ts';
import { attachVoucher } from './features/vouchers/server/waiting-mail.ts';
import type { Context } from './server/context.ts';
import type { Writer } from './server/db/database.ts';
import { createMailGateway } from './server/gateways/mail.ts';
import { deleteExpiredSessions } from './server/http/session.repository.ts';
import { startJobs, type Job } from './server/jobs.ts';
import { deleteMails } from './server/outbox/outbox.repository.ts';
import { sendDueMails } from './server/outbox/sender.ts';
import { tryEach } from './server/try-step.ts';

const RECONCILE_MS = 30_000;
const RESTOCK_MS = 5000;
const PUBLICATION_MS = 5000;
const ALARM_MS = 60_000;
const TRANSFER_MS = 60_000;
const LOTS_MS = 10 * 60_000;
const COLLECTION_MS = 10 * 60_000;
const TRACKING_MS = 60_000;
/** Labels and parcels of a carrier. */
const CARRIER_MS = 60_000;
const CASE_ANSWER_MS = 60_000;
const PAYPAL_BOOKS_MS = 6 * 3600_000;
const MORNING_MS = 5 * 60_000;
const REVIEWS_MS = 10 * 60_000;
const VOUCHER_JOB_MS = 60_000;
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/** Longer than any session, so no page with the form is left. */
const SENT_FORM_MS = 2 * DAY_MS;

// The privacy policy names these times.
const FRUITLESS_CHECKOUT_MS = 30 * DAY_MS;
const MESSAGE_MS = 365 * DAY_MS;
const CONSENT_YEARS = 3;
/** Unconfirmed restock notices, and copies of their mails. */
const RESTOCK_NOTICE_MS = 7 * DAY_MS;

/** Kinds of mails that are deleted after a year. Letters about orders and withdrawals are kept (§257 HGB). */
const PASSING_MAILS = [
  'welcome',
  'password_reset',
  'password_changed',
  'email_changed',
  'account_deleted',
  'account_idle',
  'order_takeover',
  'contact',
  'contact_answer',
  'review_request',
  'review_report',
  'review_hidden',
  'missing_facts',
  'alarm',
  'plan_failed',
  'desk_access',
];

/** Units leave the stock after their date, then the variants that sold them leave the shop. */
async function endDated(ctx: Context): Promise<void> {
  try {
    await expireGoods(ctx);
  } finally {
    await endShortDated(ctx);
  }
}

async function runVouchers(ctx: Context, stopping: AbortSignal): Promise<void> {
  await sendDueVouchers(ctx, stopping);
  await expireVouchers(ctx, stopping);
}

/** Starts all jobs that run beside the requests, and `more`; the returned function stops them. */
export function runBackground(ctx: Context, more: Job[] = []): () => Promise<void> {
  const mail = createMailGateway(ctx.config);
  const post = { gateway: mail, attachInvoice, attachVoucher };
  const stop = startJobs(ctx, [
    { name: 'mail', pauseMs: 1000, run: (stopping) => sendDueMails(ctx, post, stopping) },
    { name: 'reconcile', pauseMs: RECONCILE_MS, run: async () => void (await reconcile(ctx)) },
    { name: 'restock', pauseMs: RESTOCK_MS, run: (stopping) => mailRestocked(ctx, stopping) },
    { name: 'publication', pauseMs: PUBLICATION_MS, run: () => publishAsPlanned(ctx) },
    { name: 'alarms', pauseMs: ALARM_MS, run: () => checkAlarms(ctx) },
    { name: 'case-answers', pauseMs: CASE_ANSWER_MS, run: () => sendDueAnswers(ctx) },
    { name: 'paypal-books', pauseMs: PAYPAL_BOOKS_MS, run: () => keepMovements(ctx) },
    { name: 'transfers', pauseMs: TRANSFER_MS, run: () => checkTransfers(ctx) },
    { name: 'collections', pauseMs: COLLECTION_MS, run: () => remindOfCollections(ctx) },
    { name: 'tracking', pauseMs: TRACKING_MS, run: () => tellPaypalOfParcels(ctx) },
    ...(ctx.config.dhl
      ? [
          { name: 'labels', pauseMs: CARRIER_MS, run: () => cancelUnusedLabels(ctx) },
          { name: 'parcels', pauseMs: CARRIER_MS, run: () => followParcels(ctx) },
          { name: 'returns', pauseMs: CARRIER_MS, run: () => followReturns(ctx) },
        ]
      : []),
    { name: 'reviews', pauseMs: REVIEWS_MS, run: (stopping) => askForReviews(ctx, stopping) },
    { name: 'vouchers', pauseMs: VOUCHER_JOB_MS, run: (stopping) => runVouchers(ctx, stopping) },
    { name: 'withdrawals', pauseMs: HOUR_MS, run: () => remindOfRefunds(ctx) },
    ...(ctx.config.morningSummary ? [{ name: 'morning', pauseMs: MORNING_MS, run: () => sendMorningMail(ctx) }] : []),
    { name: 'lots', pauseMs: LOTS_MS, run: () => endDated(ctx) },
    { name: 'bought-together', pauseMs: DAY_MS, run: () => countBoughtTogether(ctx) },
    { name: 'clean-up', pauseMs: HOUR_MS, run: (stopping) => cleanUp(ctx, stopping) },
    { name: 'retention', pauseMs: HOUR_MS, run: (stopping) => endRetention(ctx, stopping) },
    ...more,
  ]);
  return async () => {
    await stop();
    mail.close();
  };
}

/**
 * Deletes data that is no longer usable or whose retention has ended, and completes rows that the previous version
 * wrote during an update.
 */
async function cleanUp(ctx: Context, stopping: AbortSignal): Promise<void> {
  const { db, now } = ctx;
  const at = now();
  const before = (ms: number) => new Date(at.getTime() - ms).toISOString();
  // Claims are barred three years after the end of the year of the consent (§195, §199 BGB).
  const consentsBefore = keptBefore(at, CONSENT_YEARS);
  const steps: Record<string, (tx: Writer) => Promise<unknown>> = {
    sessions: (tx) => deleteExpiredSessions(tx, at.toISOString()),
    'desk access': (tx) => deleteExpiredDeskAccess(tx, at.toISOString()),
    'sent forms': (tx) => deleteSentForms(tx, before(SENT_FORM_MS)),
    devices: (tx) => deleteExpiredDevices(tx, at.toISOString()),
    guests: (tx) => deleteExpiredGuests(tx, at.toISOString()),
    proofs: (tx) => deleteExpiredProofs(tx, at.toISOString()),
    resets: (tx) => deleteResetsBefore(tx, before(DAY_MS)),
    checkouts: (tx) => deleteFruitlessCheckouts(tx, before(FRUITLESS_CHECKOUT_MS)),
    'mails of offers': (tx) => deleteOfferMails(tx),
    questions: (tx) => deleteQuestions({ now }, tx),
    carts: (tx) => deleteCarts({ now }, tx),
    'people of vouchers': (tx) => deletePeopleOfVouchers({ now }, tx),
    keys: (tx) => deleteOldKeys(tx, at),
    reports: (tx) => deleteOldReports(tx, before(MESSAGE_MS)),
    events: (tx) => deleteEvents(tx, before(FRUITLESS_CHECKOUT_MS)),
    mails: (tx) => deleteMails(tx, PASSING_MAILS, before(MESSAGE_MS)),
    'mails of vouchers': (tx) => deleteMails(tx, ['voucher'], before(VOUCHER_MS)),
    notices: (tx) => deleteOldNotices(tx, { unconfirmed: before(RESTOCK_NOTICE_MS), confirmed: before(MESSAGE_MS) }),
    'mails of notices': (tx) => deleteMails(tx, RESTOCK_MAILS, before(RESTOCK_NOTICE_MS)),
    consents: (tx) => deleteConsents(tx, consentsBefore),
    searches: (tx) => refreshSearchSince(tx, before(DAY_MS)),
  };
  const written = Object.entries(steps).map(([name, act]) => [name, () => db.write(act)] as const);
  await tryEach(ctx, { attempts: () => db.forgetAttempts(at), ...Object.fromEntries(written) }, stopping);
}
