import type { Context } from '#src/server/context.ts';
import { bodyHasCome } from '#src/server/http/body-has-come.ts';
import { networkAddress } from '#src/server/http/limits.ts';
import { isFromThisMachine } from '#src/server/http/this-machine.ts';
import { createTurns } from '#src/server/http/turns.ts';
import { isSearch } from '#src/shared/paths.ts';
import { createAnswerMemory, type Answer } from './answer-memory.ts';
import type { Exchange } from './exchange.ts';
import type { LiveSite } from './live-site.ts';
import { gatherAnswer, type SendPacked } from './pack-answer.ts';
import { trimPolicy } from './trim-policy.ts';

/**
 * Pages and searches run four at a time: rendering is faster than compressing, so an unlimited queue would exhaust memory.
 * Both queues together use fewer connections than PostgreSQL has.
 */
const TURNS = { atOnce: 4, perAsker: 300, inAll: 600 };

const POLICY = 'content-security-policy';

interface Rendering {
  ctx: Context;
  site: LiveSite;
  sendPacked: SendPacked;
  /** Answers an exchange whose address has no page and no call. */
  notFound: (exchange: Exchange) => Promise<void>;
  /** Answers an exchange whose rendering threw an error. */
  failed: (exchange: Exchange, error: unknown) => Promise<void>;
  /** The page that describes a failure; undefined where the build has none. */
  failurePage: (exchange: Exchange, error: unknown) => Response | undefined;
}

/** Answers with pages and calls rendered on request; returns false when the queue is full. */
export function createOnRequest({ ctx, site, sendPacked, notFound, failed, failurePage }: Rendering) {
  // Two queues, because a flood of searches must not close the login.
  const [takeSearchTurn, takePageTurn] = [createTurns(TURNS), createTurns(TURNS)];
  const memory = createAnswerMemory(ctx.db.changes);

  return async (exchange: Exchange, path: string): Promise<boolean> => {
    const { req, res, headers, isPage } = exchange;
    const key = memory.keyOf(req, site.build.name);
    const known = key && (await memory.get(key));
    if (known) {
      await sendPacked(req, res, known, headers);
      return true;
    }
    const store = key ? memory.make(key) : () => {};
    const closed = new Promise<void>((resolve) => res.once('close', resolve));
    void closed.then(() => store()); // a handler may stop when its client disconnects
    const address = networkAddress(req, ctx.config.trustProxy);
    const takeTurn = isSearch(path) ? takeSearchTurn : isPage ? takePageTurn : undefined;
    const make = () => render(exchange, address, store);
    if (!takeTurn) {
      await make();
      return true;
    }
    await bodyHasCome(req);
    // A request whose client disconnected leaves the queue and frees its slot.
    return takeTurn(address, () =>
      res.closed ? closed : Promise.race([closed, make().catch((error: unknown) => failed(exchange, error))]),
    );
  };

  async function render(exchange: Exchange, address: string, store: (answer: Answer) => void): Promise<void> {
    const { req, res, id, headers } = exchange;
    let sent: Promise<void> | undefined;
    const caught = (error: unknown) => failed(exchange, error);
    exchange.unbuffer = gatherAnswer(res, (whole) => {
      const answer = withOwnPolicy(whole);
      store(answer);
      sent = Promise.resolve(sendPacked(req, res, answer, headers)).catch(caught);
    });
    const next = () => {
      exchange.unbuffer();
      sent = notFound(exchange).catch(caught);
    };
    await site.astro(req, res, next, {
      ctx,
      log: ctx.log.child({ req: { id } }),
      address,
      isFromThisMachine: isFromThisMachine(req, ctx.config),
      tellFailure: (error: unknown) => failurePage(exchange, error),
    });
    await sent;
  }
}

/** Astro sends one policy for all on-request pages; each page gets only the hashes that it needs. */
function withOwnPolicy(answer: Answer): Answer {
  const policy = answer.headers[POLICY];
  if (typeof policy !== 'string') return answer;
  return { ...answer, headers: { ...answer.headers, [POLICY]: trimPolicy(policy, answer.body) } };
}
