import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Unanswered requests of one connection; browsers send the next request after the response. */
const MAX_UNANSWERED = 32;
/** Queued requests of all connections; with headers of 16 KiB each they take at most 16 MiB. */
const MAX_WAITING = 1024;
/** How long a client may stop reading a response. Node checks at this interval, so it can take twice as long. */
const UNREAD_MS = 20_000;

interface Pipeline {
  isAnswering: boolean;
  waiting: (() => void)[];
}

interface Listeners {
  /** Called with the reason when a connection is closed. */
  refused: (why: string) => void;
  /** Called whenever no response is in progress any more. */
  idle: () => void;
}

export interface Pipelines {
  /** Calls `answer` after all earlier requests of the connection are answered; closes a connection with too many. */
  take: (req: IncomingMessage, res: ServerResponse, answer: () => void) => void;
  readonly isIdle: boolean;
}

/**
 * Answers the requests of a connection one at a time. Node reads some 2,000 small requests at once, and unread
 * responses would otherwise exhaust memory.
 */
export function createPipelines(server: Server, { refused, idle }: Listeners): Pipelines {
  const pipelines = new WeakMap<Socket, Pipeline>();
  let answering = 0;
  let waiting = 0;

  // Node calls this only when the client has read nothing for this time, or when the connection is idle.
  server.setTimeout(UNREAD_MS, (socket: Socket) => {
    const isUnread = socket.writableLength > 0;
    if (isUnread) refused('a response was not read');
    // While a slow handler works, the client has nothing to read yet.
    if (isUnread || !pipelines.get(socket)?.isAnswering) socket.destroy();
  });

  function open(socket: Socket): Pipeline {
    const pipeline: Pipeline = { isAnswering: false, waiting: [] };
    pipelines.set(socket, pipeline);
    socket.once('close', () => {
      waiting -= pipeline.waiting.length;
      pipeline.waiting = [];
    });
    return pipeline;
  }

  function begin(pipeline: Pipeline, { socket }: IncomingMessage, res: ServerResponse, answer: () => void): void {
    pipeline.isAnswering = true;
    answering++;
    res.once('close', () => {
      pipeline.isAnswering = false;
      answering--;
      const next = socket.writable ? pipeline.waiting.shift() : undefined;
      if (next) {
        waiting--;
        next();
      } else if (answering === 0) idle();
    });
    answer();
  }

  return {
    get isIdle() {
      return answering === 0;
    },
    take(req, res, answer) {
      const { socket } = req;
      if (!socket.writable) return;
      const pipeline = pipelines.get(socket) ?? open(socket);
      if (!pipeline.isAnswering) return begin(pipeline, req, res, answer);
      if (pipeline.waiting.length + 1 >= MAX_UNANSWERED || waiting >= MAX_WAITING) {
        refused('too many unanswered requests');
        socket.destroy();
        return;
      }
      waiting++;
      pipeline.waiting.push(() => begin(pipeline, req, res, answer));
    },
  };
}
