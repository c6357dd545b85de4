import { expect, it } from 'vitest';
import { CODE_PLACE } from '#src/server/outbox/outbox.ts';
import { renderMail } from '#src/server/outbox/mail-body.ts';

it('a mail keeps numbers and short amounts whole, and a long number on a line of its own', () => {
  const { html, text } = renderMail({
    ...{ lang: 'de-DE', shop: 'Laden', title: 'Ihre Bestellung K7QF-3MXA', footer: '' },
    parts: [
      'Rechnung RE-2026-00041, Gutschein GS-…-K7QF, E-Mail-Adresse',
      {
        kind: 'table',
        rows: [
          ['Sendungsnummer', '00340434161094042557'],
          ['Code', CODE_PLACE],
          ['Summe', '12,00 €'],
        ],
      },
    ],
  });
  const whole = [...html.matchAll(/<span style="white-space:nowrap">(.*?)<\/span>/g)].map(([, number]) => number);
  expect(whole).toEqual(['K7QF-3MXA', 'RE-2026-00041', 'GS-…-K7QF', CODE_PLACE]);
  expect(html).toMatch(/Sendungsnummer<br>00340434161094042557/);
  expect(html).toMatch(/white-space:nowrap;">12,00 €/);
  expect(text).toContain('Sendungsnummer: 00340434161094042557');
});
