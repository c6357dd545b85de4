import { beforeAll, describe, expect, it } from 'vitest';
import { clientOf, newCustomer, person, type Customer } from '../../support/people/accounts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { headOf } from '../../support/browser/page-head.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));
let ana: Customer;

beforeAll(async () => {
  ana = await newCustomer(server.url);
});

const pathOf = ({ client }: Customer) => `/api/update_client/${client.clientId}/`;
const change = <T = ErrorAnswer>(values: object, { customer = ana, language = 'en' } = {}) =>
  customer.visitor.put<T>(
    pathOf(customer),
    { ...person(), email: undefined, ...values },
    { 'accept-language': language },
  );
const read = async (customer = ana) => (await customer.visitor.get(pathOf(customer))).body;

describe('GET /api/update_client/{clientId}/', () => {
  it('returns the form’s fields, but no password and no hash', async () => {
    const { email, password, confirmPassword, ...given } = person({ additional_address: 'Hinterhaus' });
    const customer = await newCustomer(server.url, { email, password, confirmPassword, ...given });
    const { status, body, headers } = await customer.visitor.get(pathOf(customer));
    expect(status).toBe(200);
    expect(body).toEqual({ ...given, email });
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('PUT /api/update_client/{clientId}/', () => {
  it('changes, returns and stores the data', async () => {
    const values = {
      name: 'Joa\u0303o',
      lastname: 'da Silva',
      address: 'Gartenstraße',
      number: '12',
      additional_address: '3. OG',
      postal_code: '80331',
      city: 'München',
      phone: '+49 89 1',
    };
    const { status, body } = await change<object>(values);
    const expected = { ...values, name: 'João', email: ana.email, country: 'DE' };
    expect(status).toBe(200);
    expect(body).toEqual(expected);
    expect(await read()).toEqual(expected);
    expect(await clientOf(ana.visitor)).toMatchObject({
      clientName: 'João',
      clientCity: 'München',
      clientEmail: ana.email,
    });
  });

  it('never changes e-mail, country, id, language and password', async () => {
    const row = () =>
      own.ctx.db.read.selectFrom('clients').selectAll().where('id', '=', ana.client.clientId).executeTakeFirstOrThrow();
    const before = await row();
    const forged = {
      email: 'eva@kunde.example',
      country: 'BR',
      id: 'x',
      locale: 'en-US',
      password: 'x',
      password_hash: 'x',
      created_at: 'x',
    };
    expect((await change({ ...forged, languageLocale: 'en-US' })).status).toBe(200);
    const kept = ['email', 'email_key', 'country', 'id', 'locale', 'password_hash', 'created_at'] as const;
    const after = await row();
    expect(kept.map((name) => after[name])).toEqual(kept.map((name) => before[name]));
  });

  it('does not require a phone or a second address line', async () => {
    for (const nothing of ['', '  ', null, undefined]) {
      const { status, body } = await change<object>({ phone: nothing, additional_address: nothing });
      expect(status, String(nothing)).toBe(200);
      expect(body).toMatchObject({ phone: '', additional_address: '' });
    }
  });

  it.each(['name', 'lastname', 'address', 'number', 'postal_code', 'city'])(
    'requires %s, and otherwise changes nothing',
    async (field) => {
      const before = await read();
      for (const value of [undefined, '', ' ', null, 5, 'a\r\nb', 'x'.repeat(200)]) {
        const { status, body } = await change({ [field]: value });
        expect(status).toBe(400);
        expect(Object.keys(body).sort()).toEqual(['code', 'detail', 'message', field].sort());
      }
      expect(await read()).toEqual(before);
    },
  );

  it('refuses a postal code that is not German, in the requested language', async () => {
    for (const postal_code of ['1234', '123456', '1234a', 'D-12345']) {
      const { status, body } = await change({ postal_code }, { language: 'de' });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'invalid_input',
        postal_code: ['Geben Sie eine gültige deutsche Postleitzahl mit fünf Ziffern an.'],
      });
    }
    const { body } = await change({ postal_code: '1', languageLocale: 'en-US' }, { language: 'de' });
    expect(body.postal_code).toEqual(['Enter a German postal code with five digits.']);
  });

  it('accepts another country’s postal code from a client who lives there', async () => {
    const customer = await newCustomer(server.url, { country: 'BR', postal_code: '01310-100' });
    expect((await change({ postal_code: '20040-020' }, { customer })).status).toBe(200);
    expect(await read(customer)).toMatchObject({ country: 'BR', postal_code: '20040-020' });
  });

  it('stores one complete address when two requests arrive at the same time', async () => {
    const forms = [
      { city: 'Köln', postal_code: '50667', address: 'Domplatte' },
      { city: 'Kiel', postal_code: '24103', address: 'Holstenplatz' },
    ];
    for (let time = 0; time < 10; time++) {
      const answers = await Promise.all(forms.map((form) => change(form)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(forms).toContainEqual(
        await read().then((data) => Object.fromEntries(Object.entries(data).filter(([name]) => name in forms[0]!))),
      );
    }
  });
});

describe('a page of own data', () => {
  it.each(['/update-client', '/de/password_change', '/en/previous-purchases'])(
    'requires a login and has no canonical address for search engines: %s',
    async (path) => {
      const { status, headers } = await fetch(server.url + path, { redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([302, expect.stringContaining('/login?next=')]);
      const cookie = [...ana.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const page = await fetch(server.url + path, { headers: { cookie }, redirect: 'manual' });
      expect(page.status).toBe(200);
      expect(headOf(await page.text())).toEqual({ canonical: undefined, noindex: false, alternates: 0 });
    },
  );
});
