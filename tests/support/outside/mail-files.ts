import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** The mails to an address from a shop without a mail server, oldest first. */
export async function mailsTo({ dataDir }: { dataDir: string }, address: string): Promise<Email[]> {
  const folder = path.join(dataDir, 'mail');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
  // Parsing all mails of other tests, with their attached terms, at each look took most of a test's time.
  const written = names.toSorted().flatMap((name) => {
    const mail = readFileSync(path.join(folder, name));
    return mail.includes(address) ? [mail] : [];
  });
  const mails = await Promise.all(written.map((mail) => PostalMime.parse(mail)));
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address));
}

/** The first link in a mail's text. */
export const linkIn = ({ text = '' }: Email): string => /https?:\/\/\S+/.exec(text)?.[0] ?? '';
