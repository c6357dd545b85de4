import { createHash } from 'node:crypto';
import { noticeFile } from '#src/features/legal/guarantee-notice.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import { readEditorial } from '#src/server/editorial-content.ts';
import { updateCheckout } from './checkout.repository.ts';
import { findEvidence, findEvidenceText, findLabels, saveEvidenceTexts } from './evidence.repository.ts';

/** The legal texts that a buyer sees, with the shop details filled in. */
const TEXTS = { terms: 'terms-conditions', withdrawal: 'withdrawal' };

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Stores which texts and label facts the buyer of a new checkout saw. Each version is stored once, under its SHA-256.
 * Call it last in the transaction: a second checkout with the same new text waits here for the first.
 */
export async function recordEvidence(
  tx: Writer,
  { id, locale }: { id: string; locale: Locale },
  productIds: number[],
): Promise<void> {
  const labels = await findLabels(tx, productIds);
  // The artwork itself never changes, so its file name and its text identify the notice.
  const guarantee = `${noticeFile(locale)}\n${translator(locale)('legal:guarantee.text')}`;
  const said = new Map([
    ...Object.entries(TEXTS).map(([name, page]): [string, string] => [
      name,
      readEditorial(`legal/${page}.${locale}.md`),
    ]),
    // The notice is about goods, so an order of a gift voucher has none.
    ...(productIds.length > 0 ? [['guarantee', guarantee] as const] : []),
    ['company', readEditorial('shop.yaml')],
    ...labels.map((label): [string, string] => [`label ${label.cod_catalog}`, JSON.stringify(label)]),
  ]);
  await saveEvidenceTexts(tx, new Map([...said.values()].map((text) => [digestOf(text), text])));
  const evidence = Object.fromEntries([...said].map(([name, text]) => [name, digestOf(text)]));
  await updateCheckout(tx, id, { evidence: JSON.stringify(evidence) });
}

/** A stored text. Throws when it is missing or was changed. */
export async function readEvidenceText(db: Reader, digest: string): Promise<string> {
  const content = (await findEvidenceText(db, digest))?.content ?? '';
  if (digestOf(content) !== digest)
    throw new Error(`The stored text ${digest} is missing or does not match its digest`);
  return content;
}

/** The digests by subject: `terms`, `withdrawal`, `guarantee`, `company`, `label <code>`. */
export async function readEvidence(db: Reader, checkoutId: string): Promise<[name: string, digest: string][]> {
  const found = await findEvidence(db, checkoutId);
  return Object.entries(JSON.parse(found?.evidence ?? '{}') as Record<string, string>);
}
