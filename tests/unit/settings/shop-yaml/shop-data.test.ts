import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FACT_HELP } from '#src/settings/shop-yaml/fact-help.ts';
import { factsOf, missingShopFacts } from '#src/settings/shop-yaml/shop-data.ts';
import { parseShopData, savedShop } from '#src/server/shop-file.ts';
import { DEMO_FACTS } from '../../../support/shops/demo-facts.ts';
import { complaintIn } from '../../../support/complaint.ts';

const FILE = readFileSync('src/content/shop.yaml', 'utf8');

/** The file with one field's line changed. */
const withField = (name: string, value: string) => FILE.replace(new RegExp(`^( +${name}:).*$`, 'm'), `$1 ${value}`);

const complaintOf = (text: string): string => complaintIn(() => parseShopData(text));

describe('shop.yaml', () => {
  it('is read as saved now for mails and documents; a mistake in it does not count', () => {
    const contentDir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-facts-'));
    const saved = (value: string) => {
      writeFileSync(path.join(contentDir, 'shop.yaml'), withField('email', value));
      return savedShop({ config: { contentDir, isLocal: true }, shop: DEMO_FACTS }).contact.email;
    };
    try {
      const emails = ['eins@laden.de', 'zwei@laden.de', 'kein Postfach'].map(saved);
      expect(emails).toEqual(['eins@laden.de', 'zwei@laden.de', DEMO_FACTS.contact.email]);
    } finally {
      rmSync(contentDir, { recursive: true });
    }
  });

  it('contains placeholders only for unknown facts', () => {
    expect(missingShopFacts(DEMO_FACTS)).toEqual([
      ...['name', 'legalForm', 'representative', 'street', 'postalCode', 'city', 'register', 'vatId'].map(
        (name) => `company.${name}`,
      ),
      'registers.lucid',
      'registers.dpg',
      'registers.divid',
      'contact.email',
      'contact.phone',
      'contact.whatsapp',
      'privacy.hosting',
      'privacy.mailService',
      'privacy.authority',
      'shipping.carrier',
    ]);
  });

  it('treats a fact as known once it is filled in', () => {
    const text = withField('email', 'hallo@laden.de').replace("'[Firmenname]'", 'Laden GmbH');
    const open = missingShopFacts(parseShopData(text));
    expect(open).not.toContain('company.name');
    expect(open).not.toContain('contact.email');
    expect(factsOf(parseShopData(text))).toContainEqual(['company.name', 'Laden GmbH']);
  });

  it('requires a VAT number or an economic identification number', () => {
    const open = (change: (text: string) => string) =>
      missingShopFacts(parseShopData(change(FILE))).includes('company.vatId');
    expect(open((text) => text.replace("'[USt-IdNr.]'", 'DE123456789'))).toBe(false);
    expect(open((text) => text.replace("'[USt-IdNr.]'", "''"))).toBe(true);
    expect(
      open((text) => text.replace("'[USt-IdNr.]'", "''").replace("economicId: ''", 'economicId: DE123456789-00001')),
    ).toBe(false);
  });

  it('explains for each optional fact what to write and where to find it', () => {
    for (const name of missingShopFacts(DEMO_FACTS)) expect(FACT_HELP[name], name).toMatch(/^\S.{40,}/);
  });

  it.each(['', "''", 'null'])('may leave WhatsApp empty: %s', (value) => {
    expect(parseShopData(withField('whatsapp', value)).contact.whatsapp).toBeUndefined();
  });

  it.each([
    ['email', 'kontakt', 'contact.email: is not an email address'],
    ['phone', '030 12345', 'contact.phone: is not a telephone number'],
    ['whatsapp', "'[WhatsApp]'", 'contact.whatsapp'],
    ['postalCode', "'1011'", 'company.postalCode: is not a German postal code'],
    ['vatId', 'ATU12345678', 'company.vatId: is not a German VAT number'],
    ['economicId', 'DE123456789', 'company.economicId: is not an economic identification number'],
    ['lucid', 'DE1234', 'registers.lucid: is not a LUCID number'],
    ['city', "''", 'company.city: is empty'],
    ['logDays', 'two', 'privacy.logDays: is not a whole number of days'],
    ['register', '', 'company.register'],
    ['dhl', 'https://tracking.example/', 'shipping.carriers.dhl: is not an address with {number} in it'],
    ['dhl', 'javascript:alert({number})', 'shipping.carriers.dhl: is not an address with {number} in it'],
  ])('reports file and field of a mistake in %s', (name, value, complaint) => {
    const lines = complaintOf(withField(name, value)).split('\n');
    expect(lines[0]).toBe('src/content/shop.yaml has mistakes:');
    expect(lines.slice(1)).toEqual([expect.stringContaining(`  ${complaint}`)]);
  });

  it('reports all mistakes and unknown fields at once', () => {
    const complaint = complaintOf(withField('email', 'kontakt').replace('  city:', '  town:'));
    expect(complaint).toContain('contact.email');
    expect(complaint).toContain('company.city');
    expect(complaint).toContain('town');
  });

  it('may still contain the EUDR number, which is no longer requested because it belongs to a delivery', () => {
    const data = parseShopData(FILE.replace('registers:', "registers:\n  eudr: '[EUDR-Nummer]'"));
    expect(missingShopFacts(data)).not.toContain('registers.eudr');
  });

  it('reports the position of invalid YAML', () => {
    expect(complaintOf("company:\n  name: 'open")).toMatch(/^src\/content\/shop\.yaml has mistakes:\n.*line 2/s);
  });
});
