import { describe, expect, it } from 'vitest';
import { newEmail } from '../../support/people/accounts.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { newAddress } from '../../support/people/visitor.ts';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));

const rowOf = (email: string) =>
  own.ctx.db.read.selectFrom('withdrawals').selectAll().where('email', '=', email).executeTakeFirst();

describe('the form without scripts', () => {
  const post = (body: Record<string, string>, headers: Record<string, string> = {}, prefix = '/de') =>
    fetch(`${server.url}${prefix}/withdrawal`, {
      method: 'POST',
      body: new URLSearchParams(body),
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': newAddress(), ...headers },
    });
  const values = (more: object = {}) => ({
    name: 'Ana Müller',
    email: newEmail(),
    orderNumber: 'K7QF-3MXA',
    part: '',
    ...more,
  });

  it('asks for a confirmation first and stores nothing yet', async () => {
    const body = values();
    const response = await post({ ...body, step: 'review' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const html = await response.text();
    expect(html).toMatch(/<button[^>]*value="confirm"[^>]*>Widerruf bestätigen<\/button>/);
    expect(html).toContain(`value="${body.email}"`);
    expect(await rowOf(body.email)).toBeUndefined();
  });

  it('accepts the confirmation and shows the time of receipt', async () => {
    const body = values();
    const response = await post({ ...body, step: 'confirm' });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Ihr Widerruf ist am ');
    expect(await rowOf(body.email)).toMatchObject({ verified: 0, locale: 'de-DE' });
    expect(await mailsTo(own.ctx, body.email)).toHaveLength(1);
  });

  it('can go back to change the text', async () => {
    const html = await (await post({ ...values({ name: 'Ana "M" <b>' }), step: 'edit' })).text();
    expect(html).toContain('value="Ana &quot;M&quot; &lt;b&gt;"');
    expect(html).toMatch(/<button[^>]*value="review"/);
  });

  it('shows a message beside each invalid field', async () => {
    const response = await post({ ...values({ email: 'ana' }), step: 'review' });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('value="ana"');
    expect(html).toMatch(/aria-invalid="true"/);
    expect(html).toContain('Geben Sie eine vollständige E‑Mail-Adresse an.');
  });

  it.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': '', origin: 'https://evil.example' }])(
    'refuses a form that another site sends: %j',
    async (headers) => {
      const body = values();
      const response = await post({ ...body, step: 'confirm' }, headers as Record<string, string>);
      expect(response.status).toBe(403);
      expect(await rowOf(body.email)).toBeUndefined();
    },
  );

  it('answers 404 for an unknown language', async () => {
    expect((await post({ ...values(), step: 'confirm' }, {}, '/xx')).status).toBe(405);
    expect((await fetch(`${server.url}/de/withdrawal`, { method: 'PUT' })).status).toBe(405);
  });
});
