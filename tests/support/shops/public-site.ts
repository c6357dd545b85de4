import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CURRENT } from '#src/site/site-record.ts';
import { PUBLIC_SHOP } from '../people/paypal-account.ts';
import { SITE_DIST, TEST_ROOT } from './site.ts';

const FILLED: [placeholder: string, fact: string][] = [
  ["'[Firmenname]'", 'Laden GmbH'],
  ["'[Rechtsform]'", 'GmbH'],
  ["'[Vertretungsberechtigte Person]'", 'Ana Müller'],
  ["'[Straße und Hausnummer]'", 'Ladenstraße 1'],
  ["'[PLZ]'", "'10115'"],
  ["'[Ort]'", 'Berlin'],
  ["'[Registergericht und Registernummer]'", "'Amtsgericht Charlottenburg, HRB 1'"],
  ["'[USt-IdNr.]'", 'DE123456789'],
  ['kontakt@vitrine.example', 'hallo@laden.de'],
  ["phone: '+49 30 23125 000'", "phone: '+49 30 1234567'"],
];

/** A shop.yaml without an open fact of the imprint. `without` leaves these placeholders in place. */
export const filledShopData = (without: string[] = []): string =>
  FILLED.filter(([placeholder]) => !without.includes(placeholder)).reduce(
    (text, [placeholder, fact]) => text.replace(placeholder, fact),
    readFileSync('src/content/shop.yaml', 'utf8'),
  );

export interface PublicSite {
  env: Record<string, string>;
  dispose: () => void;
}

/** The test site with the facts of a company, as a public shop. */
export function publicSite(shopData = filledShopData()): PublicSite {
  const { env, dispose } = siteWithFacts(shopData);
  return { env: { ...PUBLIC_SHOP, ...env }, dispose };
}

/**
 * The test site with another shop.yaml. Its built pages still show the demo's facts; calls, mails and the start read
 * these.
 */
export function siteWithFacts(shopData: string): PublicSite {
  const dist = mkdtempSync(path.join(TEST_ROOT, 'dist-'));
  const [from, to] = [path.join(SITE_DIST, CURRENT), path.join(dist, 'builds/1')];
  mkdirSync(to, { recursive: true });
  for (const name of ['content', 'site.json']) cpSync(path.join(from, name), path.join(to, name), { recursive: true });
  symlinkSync(path.join(from, 'client'), path.join(to, 'client'));
  symlinkSync(path.join(SITE_DIST, 'code'), path.join(dist, 'code'));
  symlinkSync('builds/1', path.join(dist, CURRENT));
  writeFileSync(path.join(to, 'content/shop.yaml'), shopData);
  return { env: { DIST_DIR: dist }, dispose: () => rmSync(dist, { recursive: true }) };
}
