import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { noticeHref, noticePicture } from '#src/features/legal/guarantee-notice.ts';
import { BINDING_LOCALE } from '#src/features/legal/legal.ts';
import { loadLegalText } from '#src/features/legal/server/legal.loader.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { allSent, lastMailTo, mailFiles } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { DEMO_LOCALES } from '../../support/texts/demo-languages.ts';

const SUBTITLES = { 'pt-BR': 'Carne seca', 'de-DE': 'Trockenfleisch', 'en-US': 'Dried beef' } as const;

const own = forFile(() =>
  payingShop({}, [
    {
      cod_catalog: 'CARNE',
      product_name: 'Carne de sol',
      brand: 'Sertão',
      real_price: '4.99',
      net_quantity: 400,
      withdrawal: 'perishable',
      ...{ subtitle_pt: SUBTITLES['pt-BR'], subtitle_de: SUBTITLES['de-DE'], subtitle_en: SUBTITLES['en-US'] },
    },
    {
      cod_catalog: 'SABONETE',
      product_name: 'Sabonete',
      real_price: '2.00',
      net_quantity: 1,
      net_unit: 'piece',
      withdrawal: 'sealed-hygiene',
    },
    { cod_catalog: 'FEIJAO', product_name: 'Feijão', real_price: '3.00' },
  ]),
);

const COUNTRY = { 'pt-BR': 'Alemanha', 'de-DE': 'Deutschland', 'en-US': 'Germany' };

it.each(DEMO_LOCALES)(
  'a confirmation contains the contract, its goods described, and the facts that the law requires (%s)',
  async (locale) => {
    const t = translator(locale);
    const ids = await idsOf(own.ctx);
    const ana = await newBuyer(own.ctx, own.server.url);
    const lines = ['CARNE', 'SABONETE', 'FEIJAO'].map((code) => ({
      productId: ids[code as keyof typeof ids] ?? 0,
      quantity: 1,
    }));
    const begun = await ana.begin(lines, { expectedTotal: 14.99, languageLocale: locale });
    await own.paypal.approve(begun.paypalOrderId);
    const { orderNumber } = await ana.capture(begun.checkoutId);
    const [mail] = await own.ctx.db.read.selectFrom('outbox').selectAll().where('recipient', '=', ana.email).execute();
    expect(mail?.kind).toBe('order_confirmation');
    const text = mail!.text.replaceAll('\u00a0', ' ');
    expect(mail!.subject).toContain(orderNumber);
    for (const part of [
      `Sertão · ${SUBTITLES[locale]} · 400 g`,
      'Feijão',
      '500 g',
      t('mail:order.code', { code: 'SABONETE' }),
      '14,99 €',
      t('checkout:deliveryTerm'),
      `04109 Leipzig\n${COUNTRY[locale]}`,
      t('legal:guarantee.text'),
      noticeHref(t('legal:guarantee.address')),
      t('checkout:withdrawal.title'),
      `Carne de sol: ${t('checkout:withdrawal.perishable')}`,
      `Sabonete: ${t('checkout:withdrawal.sealed-hygiene')}`,
      ...(
        [
          ['withdrawal', locale],
          ['withdrawal', BINDING_LOCALE],
          ['terms-conditions', locale],
        ] as const
      ).map(([page, language]) => loadLegalText(page, language, own.ctx).text.replaceAll('\u00a0', ' ')),
    ])
      expect(text).toContain(part);
    expect(text.includes(t('legal:translation'))).toBe(locale !== BINDING_LOCALE);
    expect(text).not.toContain('Feijão: ');
    // Goods sold by the piece have no content.
    expect(text).not.toContain('1 piece');
    const sent = await lastMailTo(own.ctx, ana.email);
    const file = noticePicture(locale);
    const [picture, invoice, ...more] = sent.attachments;
    expect(picture).toMatchObject({ filename: file, mimeType: 'image/png', contentId: `<${file}>` });
    expect(Buffer.from(picture!.content as ArrayBuffer).equals(readFileSync(`public/notice/${file}`))).toBe(true);
    expect(sent.html).toContain(`src="cid:${file}"`);
    expect([invoice!.mimeType, more]).toEqual(['application/pdf', []]);
  },
);

it('confirmation mails stay below 250 KB and have no picture format that many mail programs lack', async () => {
  await allSent(own.ctx);
  const files = mailFiles(own.ctx).map((name) => readFileSync(path.join(own.ctx.config.mailDir, name)));
  // Each confirmation above, with its invoice, and the shop's own mail about it.
  expect(files).toHaveLength(2 * LOCALE_CODES.length);
  for (const bytes of files) {
    expect(bytes.length).toBeLessThan(250_000);
    expect(bytes.toString('latin1')).not.toMatch(/image\/(?:svg|webp|avif)/);
  }
});
