import type { Context } from '#src/server/context.ts';
import type { OutboxRow } from '#src/server/db/tables/records.ts';
import type { MailServer, ReceivedMail } from '../support/outside/mail-server.ts';
import type { Books } from './books.ts';
import { isTransfer } from './transfers.ts';

/** Counts each mail at the mail server by its Message-ID. */
export interface MailCount {
  /**
   * Call this after a shop was killed and before another shop can send its mails again. A mail that the killed shop's
   * mail server accepted, but the shop did not record, may come once more.
   */
  recordInterrupted: (by?: MailServer) => Promise<void>;
  /** Mails that came more often than kills explain, to another recipient, or not at all. */
  problems: (books: Books) => string[];
  /** The number of mails that came a second time. */
  repeats: () => number;
}

/** `servers`: one for all shops, or one for each. */
export function countMails(ctx: Context, ...servers: MailServer[]): MailCount {
  const received = () => servers.flatMap(({ mails }) => mails);
  const messageId = (id: string) => `<${id}@${new URL(ctx.config.siteUrl).hostname}>`;
  const arrived = () => byId(received());
  /** How often each mail may come, if more than once. */
  const allowed = new Map<string, number>();
  const early = new Set<string>();
  const tooMany = () =>
    [...arrived()].flatMap(([id, mails]) => {
      const most = allowed.get(id) ?? 1;
      return mails.length > most
        ? [`mail ${id} came ${mails.length} times, at most ${most} can be a kill's doing`]
        : [];
    });

  return {
    async recordInterrupted(by = servers[0]!) {
      await by.atRest();
      for (const problem of tooMany()) early.add(problem);
      const unsent = await ctx.db.read.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute();
      const [known, own] = [arrived(), byId(by.mails)];
      for (const { id } of unsent)
        if (own.has(messageId(id))) allowed.set(messageId(id), known.get(messageId(id))!.length + 1);
    },
    problems(books) {
      const known = arrived();
      const rows = new Map(books.outbox.map((row) => [messageId(row.id), row]));
      return [
        ...new Set([...early, ...tooMany()]),
        ...[...known].flatMap(([id, mails]) =>
          mails.every(({ recipients }) => recipients.length === 1 && recipients[0] === rows.get(id)?.recipient)
            ? []
            : [`mail ${id} to ${mails.map(({ recipients }) => recipients.join()).join()} is not what the shop wrote`],
        ),
        ...[...rows].flatMap(([id, row]) => (known.has(id) ? [] : [`mail ${id} (${row.kind}) never came`])),
        ...wrongConfirmations(books, messageId, known),
        ...wrongNotices(books),
        ...wrongNews(books),
      ];
    },
    repeats: () => received().length - arrived().size,
  };
}

const byId = (mails: ReceivedMail[]) => Map.groupBy(mails, ({ messageId }) => messageId ?? '');

/** Each order has exactly one confirmation, which tells the buyer its number. */
function wrongConfirmations(
  books: Books,
  messageId: (id: string) => string,
  known: Map<string, { subject?: string; recipients: string[] }[]>,
) {
  const orders = [...books.checkouts.values()].flatMap(({ order, email }) => (order ? [{ ...order, email }] : []));
  const due = new Set(orders.map(({ id }) => `order-${id}`));
  return [
    ...orders.flatMap(({ id, order_number, email }) =>
      known
        .get(messageId(`order-${id}`))
        ?.every(({ subject, recipients }) => subject?.includes(order_number) && recipients[0] === email)
        ? []
        : [`order ${order_number} was not confirmed to its buyer`],
    ),
    ...kind(books.outbox, 'order_confirmation').flatMap(({ id }) =>
      due.has(id) ? [] : [`mail ${id} confirms nothing`],
    ),
  ];
}

/** Each refund is announced once under its own id, with or without an order. */
function wrongNotices({ checkouts, outbox }: Books): string[] {
  const due = [...checkouts.values()].flatMap(({ id, order, refunds }) => {
    const done = refunds.filter(({ status }) => status === 'completed');
    return order
      ? done.map(({ request_id }) => `refund-${order.id}-${request_id}`)
      : done.slice(0, 1).map(() => `stray-${id}`);
  });
  const written = new Set([...kind(outbox, 'refund'), ...kind(outbox, 'stray_money')].map(({ id }) => id));
  const missing = due.filter((id) => !written.has(id)).map((id) => `notice ${id} is missing`);
  const surplus = [...written].filter((id) => !due.includes(id)).map((id) => `notice ${id} tells of nothing`);
  return [...missing, ...surplus];
}

/**
 * The buyer is told once of each change, each parcel that leaves, each one that comes again, each offer, and the end of
 * an order that was not paid.
 */
function wrongNews({ checkouts, outbox, offers, resends }: Books): string[] {
  const orders = [...checkouts.values()].flatMap(({ order, changes, parcels }) =>
    order ? [{ id: order.id, number: order.order_number, changes, parcels }] : [],
  );
  const unpaid = [...checkouts.values()].filter((one) => isTransfer(one) && one.payment?.status === 'DECLINED');
  const due = [
    ...orders.flatMap(({ id, changes }) =>
      changes.map((change) => `${change.kind === 'invoice' ? 'invoice' : 'changed'}-${id}-${change.id}`),
    ),
    ...offers.map(({ checkout_id }) => `offer-${checkout_id}`),
    ...unpaid.map(({ order }) => `transfer-ended-${order?.id}`),
  ];
  const written = outbox.filter(
    ({ kind: name, id }) =>
      ['invoice_corrected', 'offer', 'transfer_ended'].includes(name) || id.startsWith('changed-'),
  );
  return [
    ...due.filter((id) => !written.some((row) => row.id === id)).map((id) => `mail ${id} is missing`),
    ...written.filter(({ id }) => !due.includes(id)).map(({ id }) => `mail ${id} tells of nothing`),
    ...orders.flatMap(({ id, number, parcels }) => {
      const again = outbox.filter((row) => row.id.startsWith(`resend-${id}-`)).length;
      const shipped = outbox.filter((row) => row.id.startsWith(`shipped-${id}`));
      const isTold = (parcel: number) =>
        shipped.some((row) => (/^-p(\d+)/.exec(row.id.slice(`shipped-${id}`.length))?.[1] ?? '1') === `${parcel}`);
      const sentAgain = resends.get(number) ?? 0;
      return [
        ...(again === sentAgain ? [] : [`order ${number} was sent again ${sentAgain} times, with ${again} mails`]),
        ...parcels
          .filter(({ number: parcel, hasLeft }) => hasLeft && !isTold(parcel))
          .map((parcel) => `nobody was told of parcel ${parcel.number} of order ${number}`),
      ];
    }),
  ];
}

const kind = (outbox: OutboxRow[], name: string) => outbox.filter((row) => row.kind === name);
