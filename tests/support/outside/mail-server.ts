import { EventEmitter, once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { until } from '../until.ts';

export interface ReceivedMail extends Email {
  /** The addresses of the envelope, not of the header. */
  recipients: string[];
  /** The mail as it was received. */
  raw: string;
  /** The number of the connection. */
  line: string;
}

/**
 * What the server does with a mail: accepts it, defers it, accepts it but closes the connection before the reply,
 * never replies, accepts it and replies only after another mail has arrived on another connection, or accepts it and
 * replies only after `release`.
 */
type Fate = 'take' | 'refuse' | 'drop' | 'hang' | 'wait' | 'hold';

export interface MailServer {
  url: string;
  /** Every mail that arrived completely and was not refused, in order. */
  mails: ReceivedMail[];
  /** The outcomes of the next mails, in order; later mails are accepted. */
  fates: Fate[];
  /** The number of mails that have begun to arrive. */
  attempts: () => number;
  /** Resolves when this many mails are stored. */
  received: (count: number) => Promise<void>;
  /** Replies to the mails on hold. */
  release: () => void;
  /** Resolves when every connection is closed and its mails are stored. */
  atRest: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Worded like Postfix's refusal, with the address. */
const refusal = ({ envelope }: SMTPServerSession) =>
  Object.assign(new Error(`4.1.1 <${envelope.rcptTo[0]?.address.toUpperCase()}>: try again later`), {
    responseCode: 451,
  });

/** A real SMTP server on loopback. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const fates: Fate[] = [];
  const news = new EventEmitter();
  let attempts = 0;
  let reading = 0;
  const keep = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const raw = await buffer(stream);
    reading++;
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    mails.push({ ...(await PostalMime.parse(raw)), recipients, raw: raw.toString(), line: session.id });
    reading--;
    news.emit('mail');
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onData(stream, session, answer) {
      attempts++;
      const fate = fates.shift() ?? 'take';
      if (fate === 'hang') return void stream.resume();
      if (fate === 'refuse') {
        stream.resume().once('end', () => answer(refusal(session)));
        return;
      }
      const answerLater = async () => {
        if (fate === 'wait') await once(news, 'mail');
        if (fate === 'hold') await once(news, 'release');
        if (fate === 'drop') lineOf(session).destroy();
        else answer();
      };
      // A mail that was cut off has not arrived: it is not stored, and the sender expects no reply.
      keep(stream, session).then(answerLater, () => {});
    },
  });
  // A killed shop leaves its connections open.
  server.on('error', () => {});
  const lines = () => [...(server as unknown as { connections: Set<{ id: string; _socket: Socket }> }).connections];
  const lineOf = ({ id }: SMTPServerSession): Socket => lines().find((line) => line.id === id)!._socket;
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    fates,
    attempts: () => attempts,
    async received(count) {
      while (mails.length < count) await once(news, 'mail');
    },
    release: () => void news.emit('release'),
    atRest: () => until('the mail server at rest', () => lines().length === 0 && reading === 0),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

export const headerOf = ({ headers }: Email, name: string): string[] =>
  headers.filter(({ key }) => key === name.toLowerCase()).map(({ value }) => value);
