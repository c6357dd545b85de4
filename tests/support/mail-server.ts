import { EventEmitter, once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { until } from './until.ts';

export interface ReceivedMail extends Email {
  /** The envelope's, not the header's. */
  recipients: string[];
  /** As it came over the line. */
  raw: string;
  /** Which of the lines it came on. */
  line: string;
}

/**
 * What the server does with a mail: takes it, refuses it for now, takes it and drops the line before it says so,
 * never answers, or takes it but says so only when another mail has come on another line.
 */
type Fate = 'take' | 'refuse' | 'drop' | 'hang' | 'wait';

export interface MailServer {
  url: string;
  /** Every mail that arrived whole and was not refused, in order. */
  mails: ReceivedMail[];
  /** What happens to the next mails, in order; later ones are taken. */
  fates: Fate[];
  /** How many mails have begun to arrive. */
  attempts: () => number;
  /** Resolves once so many mails have been kept. */
  received: (count: number) => Promise<void>;
  /** Resolves once every line is closed, and what came over them is kept. */
  atRest: () => Promise<void>;
  stop: () => Promise<void>;
}

/** As Postfix words it, with the address. */
const refusal = ({ envelope }: SMTPServerSession) =>
  Object.assign(new Error(`4.1.1 <${envelope.rcptTo[0]?.address.toUpperCase()}>: try again later`), { responseCode: 451 });

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
        if (fate === 'drop') lineOf(session).destroy();
        else answer();
      };
      // A mail cut short by its sender's end has not arrived: nothing is kept and nobody waits for an answer.
      keep(stream, session).then(answerLater, () => {});
    },
  });
  // A shop that is killed leaves its lines open.
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
    atRest: () => until('the mail server at rest', () => lines().length === 0 && reading === 0),
    stop: () => new Promise((resolve) => void server.close(resolve)),
  };
}

export const headerOf = ({ headers }: Email, name: string): string[] =>
  headers.filter(({ key }) => key === name.toLowerCase()).map(({ value }) => value);
