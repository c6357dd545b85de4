import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { drawnCodes, inlinePictures } from './inline-pictures.ts';
import type { Config } from '#src/settings/environment/config.ts';
import { makePrivateFolder } from '#src/server/own-files.ts';

/** A PDF file. */
export interface Attachment {
  name: string;
  bytes: Uint8Array;
}

interface Mail {
  /** Identifies the mail permanently: a repeated mail has the same Message-ID, or the same file name. */
  id: string;
  to: string;
  replyTo: string | null;
  /** A POST there ends mails of this kind (RFC 8058). */
  unsubscribeUrl?: string | null;
  subject: string;
  text: string;
  html: string;
  attachments?: Attachment[];
  date: Date;
}

export interface MailGateway {
  /** Resolves once the mail server has accepted the mail or the file is synced to disk; rejects otherwise. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

// Well below the lifetime of a sender's claim. The other timeouts measure silence, and a server that trickles bytes is
// never silent.
const SEND_MS = 90_000;

/** `sendMs`: the longest time that one mail may take by SMTP in total. */
export function createMailGateway(config: Config, sendMs = SEND_MS): MailGateway {
  const gateway = config.smtpUrl ? smtpGateway(config, config.smtpUrl, sendMs) : fileGateway(config);
  return config.isRehearsal ? rehearsalGateway(config, gateway, fileGateway(config)) : gateway;
}

/**
 * Sends the mails of a rehearsal only to its participants; the others become files. Each subject says that it is a
 * test.
 */
function rehearsalGateway({ rehearsalMailTo }: Config, gateway: MailGateway, files: MailGateway): MailGateway {
  const takesPart = (to: string) =>
    rehearsalMailTo.some((word) => (word.startsWith('@') ? to.endsWith(word) : to === word));
  return {
    send: (mail) =>
      (takesPart(mail.to.toLowerCase()) ? gateway : files).send({ ...mail, subject: `[Test] ${mail.subject}` }),
    close() {
      gateway.close();
      files.close();
    },
  };
}

// nodemailer folds and encodes every header, so a line break in a name or subject cannot inject a header.
const compose = async (config: Config, mail: Mail): Promise<SendMailOptions> => ({
  messageId: `<${mail.id}@${new URL(config.siteUrl).hostname}>`,
  from: config.mailFrom,
  to: { name: '', address: mail.to },
  replyTo: mail.replyTo ? { name: '', address: mail.replyTo } : undefined,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: [
    ...inlinePictures(mail.html),
    ...(await drawnCodes(mail.html)),
    ...(mail.attachments ?? []).map(({ name, bytes }) => ({
      filename: name,
      content: Buffer.from(bytes),
      contentType: 'application/pdf',
    })),
  ],
  date: mail.date,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(mail.unsubscribeUrl && {
      'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/**
 * Signs in to the mail server without sending anything: returns why that failed, and whether the server refused the
 * password.
 */
export async function checkMailLogin(url: string): Promise<{ why: string; isRefused: boolean } | undefined> {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return { why: (error as Error).message, isRefused: (error as { code?: string }).code === 'EAUTH' };
  } finally {
    transport.close();
  }
}

function smtpGateway(config: Config, url: string, sendMs: number): MailGateway {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    async send(mail) {
      await transport.sendMail({ ...(await compose(config, mail)), signal: AbortSignal.timeout(sendMs) });
    },
    close: () => transport.close(),
  };
}

function fileGateway(config: Config): MailGateway {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      makePrivateFolder(config.mailDir);
      const { message } = await transport.sendMail(await compose(config, mail));
      const name = `${mail.date.toISOString().replaceAll(':', '-')}-${mail.id}.eml`;
      const draft = path.join(config.mailDir, `.${name}`);
      const file = await open(draft, 'w');
      try {
        await file.writeFile(message as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      // The rename makes the file appear whole or not at all, even after a crash.
      await rename(draft, path.join(config.mailDir, name));
    },
    close: () => transport.close(),
  };
}
