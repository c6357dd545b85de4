import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cartTexts } from '#src/features/cart/add-texts.ts';
import { loadLegalText, type LegalContext } from '#src/features/legal/server/legal.loader.ts';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { LEGAL_PAGES } from '#src/shared/paths.ts';
import { DEMO_FACTS } from '../../../support/shops/demo-facts.ts';
import { DEMO_LOCALES } from '../../../support/texts/demo-languages.ts';

const SITE = 'https://shop.example';
const LEGAL = { config: { siteUrl: SITE }, shop: DEMO_FACTS };
const ALL = LEGAL_PAGES.flatMap((page) => LOCALE_CODES.map((locale) => ({ page, locale })));
const plain = (page: (typeof LEGAL_PAGES)[number], locale: (typeof LOCALE_CODES)[number], ctx = LEGAL) =>
  loadLegalText(page, locale, ctx).text.replace(/\s+/g, ' ');

/** The statements required in each language, word for word where the law prescribes them. */
const ORDER_BUTTON = {
  'pt-BR': 'Fazer pedido com obrigação de pagamento',
  'de-DE': 'Zahlungspflichtig bestellen',
  'en-US': 'Order with obligation to pay',
};

const LIMITATION = {
  'pt-BR': 'Valem os prazos legais de prescrição.',
  'de-DE': 'Es gelten die gesetzlichen Verjährungsfristen.',
  'en-US': 'The statutory limitation periods apply.',
};

describe('the legal texts', () => {
  it('exist for every page and language, without other files', () => {
    const files = ALL.map(({ page, locale }) => `${page}.${locale}.md`);
    expect(readdirSync('src/content/legal').sort()).toEqual(
      [...files, 'README.md', 'calendar.yaml', 'dates.json'].sort(),
    );
  });

  it.each(ALL)(
    'of $page in $locale are complete: without placeholders or HTML, and with as many sections as in German',
    ({ page, locale }) => {
      const text = loadLegalText(page, locale, LEGAL);
      expect(text.html + text.text + text.title + text.description).not.toMatch(/\{\{|\}\}|undefined|lorem ipsum/i);
      expect(text.text).not.toMatch(/<\/?\w+>|\*\*|\\/);
      expect(text.sections).toHaveLength(loadLegalText(page, 'de-DE', LEGAL).sections.length);
      expect(text.updated).toBe(loadLegalText(page, 'de-DE', LEGAL).updated);
    },
  );

  it.each(ALL)('of $page in $locale link to the shop’s own pages in that language', ({ page, locale }) => {
    const { html } = loadLegalText(page, locale, LEGAL);
    const own = [...html.matchAll(/href="(https:\/\/shop\.example[^"]*)"/g)]
      .map(([, href]) => href ?? '')
      .filter((href) => href !== SITE);
    for (const href of own) expect(href).toMatch(new RegExp(`^${SITE}${LOCALES[locale].prefix}/[a-z-]+$`));
  });
});

describe.each(DEMO_LOCALES)('the legal texts in %s', (locale) => {
  it('contain an imprint with company, representative, register, VAT number and two fast contact ways', () => {
    const text = plain('impressum', locale);
    for (const fact of [
      '[Firmenname]',
      '[Rechtsform]',
      '[Straße und Hausnummer]',
      '[PLZ] [Ort]',
      '[Vertretungsberechtigte Person]',
    ])
      expect(text).toContain(fact);
    for (const fact of [
      '[Registergericht und Registernummer]',
      '[USt-IdNr.]',
      'kontakt@vitrine.example',
      '+49 30 23125 000',
    ])
      expect(text).toContain(fact);
    expect(text).toContain('§ 36'.replace('§', locale === 'en-US' ? 'section' : '§'));
  });

  it('do not link to the closed platform for online disputes', () => {
    for (const page of LEGAL_PAGES) expect(loadLegalText(page, locale, LEGAL).html).not.toMatch(/ec\.europa\.eu|odr/i);
  });

  it('describe in the terms how the contract is concluded, in which languages, what shipping costs and how long delivery takes', () => {
    const text = plain('terms-conditions', locale);
    expect(text).toContain(ORDER_BUTTON[locale]);
    expect(text).toContain('5,00 €');
    expect(text).toMatch(/2 (bis|to|a) 4/);
    // Products that cannot be ordered have no delivery term.
    expect(text).not.toMatch(/7 (bis|to|a) 10|10 (bis|to|a) 15/);
    expect(text).toMatch(/0[,.]25 €/);
    expect(text).toContain('PayPal');
  });

  it('shorten no limitation period in the terms, and refund a deposit with the drinks, opened or not', () => {
    expect(plain('terms-conditions', locale)).toContain(LIMITATION[locale]);
    expect(plain('return-refund', locale)).not.toMatch(/ungeöffnet|unopened|fechadas/);
  });

  it('refund a deposit only against the pack, and tell the buyer where to return it (§ 46(2) VerpackDG)', () => {
    const [terms, returns] = [plain('terms-conditions', locale), plain('return-refund', locale)];
    for (const text of [terms, returns]) expect(text).toMatch(/(§ 46 Abs\. 2|section 46\(2\)|§ 46 \(2\)).* VerpackDG/);
    expect(returns).toMatch(/ohne das Pfand|without the deposit|sem a caução/);
    expect(returns).toMatch(
      /keine Rückgabestelle in zumutbarer Entfernung|no place to return them within|não encontrar um ponto de devolução/,
    );
  });

  it('name PayPal as the only means of payment in the terms, the cart and the checkout', () => {
    const t = translator(locale);
    const cart = cartTexts(locale, DEMO_FACTS).terms;
    for (const text of [
      plain('terms-conditions', locale),
      plain('accessibility', locale),
      cart,
      t('checkout:page.payment'),
    ]) {
      expect(text).toContain('PayPal');
      expect(text).not.toMatch(/\bKarte|\bcard|cartão/);
    }
  });

  it('name the other ways to pay that the owner has activated in the legal texts and the cart', () => {
    const shop = { ...DEMO_FACTS, payment: { ...DEMO_FACTS.payment, card: true } };
    const texts = (['terms-conditions', 'privacy-policy', 'accessibility'] as const).map((page) =>
      plain(page, locale, { ...LEGAL, shop }),
    );
    for (const text of [...texts, cartTexts(locale, shop).terms])
      expect(text).toMatch(/(PayPal oder|mit) Karte|(PayPal or|with) card|(PayPal ou|com) cartão/);
  });

  it('contain the withdrawal instruction, the exceptions and the model form, usable in a mail', () => {
    const { sections, text, html } = loadLegalText('withdrawal', locale, LEGAL);
    expect(sections).toHaveLength(3);
    expect(text).toMatch(/14|vierzehn|catorze/);
    expect(text).toMatch(/312g/);
    // The online function (§356a BGB).
    expect(html).toContain(`href="${SITE}${LOCALES[locale].prefix}/withdrawal"`);
    expect(text).toContain('(*)');
    expect(html).toContain('<h2 id="section-3">');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(76);
  });

  // Other data stored on the device: tests/e2e/legal/stored-on-device.spec.ts.
  it('describe exactly the configured services in the privacy policy', () => {
    const shown = (settings: Partial<LegalContext['config']>) =>
      loadLegalText('privacy-policy', locale, { ...LEGAL, config: { ...LEGAL.config, ...settings } }).markdown;
    const [none, all] = [shown({}), shown({ analyticsId: 'G-1', asksMarketing: true, offline: true, isLocal: true })];
    for (const name of ['_ga', 'Google', 'cookieConsent', 'workbox-expiration', 'WhatsApp Ireland']) {
      expect(all).toContain(name);
      expect(none).not.toContain(name);
    }
    expect(shown({ analyticsId: 'G-1' })).not.toMatch(/marketing/i);
    for (const text of [none, all]) expect(text).not.toMatch(/\{\{|\n\n\n/);
    expect(none.match(/^## /gm)).toEqual(all.match(/^## /gm));
  });

  it('state the retention periods in the privacy policy', () => {
    const text = plain('privacy-policy', locale);
    const [records, letters, idle] = {
      'pt-BR': ['por oito anos', 'por seis anos contados do fim do ano civil', 'três anos sem fazer login nem pedidos'],
      'de-DE': [
        'acht Jahre',
        'sechs Jahre ab dem Ende des Kalenderjahres',
        'drei Jahre lang nicht an und bestellen nichts',
      ],
      'en-US': [
        'eight years',
        'six years from the end of the calendar year',
        'neither sign in nor order for three years',
      ],
    }[locale];
    for (const term of [records, letters, idle]) expect(text).toContain(term);
  });

  it('state the rights in the privacy policy', () => {
    const text = plain('privacy-policy', locale);
    for (const article of [15, 16, 17, 18, 20, 21, 77]) expect(text).toMatch(new RegExp(`[Aa]rt\\. ${article} `));
    expect(text).toContain('[Datenschutzaufsicht');
  });

  it('name the standard and the authority in the accessibility statement', () => {
    const text = plain('accessibility', locale);
    expect(text).toContain('WCAG');
    expect(text).toContain('Carl-Miller-Straße 6, 39112 Magdeburg');
    expect(text).toContain('kontakt@mlbf-barrierefrei.de');
    expect(text).not.toMatch(/§ 3 Abs\. 3|section 3\(3\)|§ 3 \(3\)/);
  });

  it('state the exemption of a micro-enterprise in the accessibility statement, without an authority (§ 3(3) BFSG)', () => {
    const shop = { ...DEMO_FACTS, accessibility: { ...DEMO_FACTS.accessibility, microEnterprise: true } };
    const text = plain('accessibility', locale, { ...LEGAL, shop });
    expect(text).toMatch(/§ 3 Abs\. 3|section 3\(3\)|§ 3 \(3\)/);
    expect(text).toContain('WCAG');
    expect(text).not.toContain('MLBF');
  });
});
