import { beforeAll, describe, expect, it } from 'vitest';
import { newCustomer, PASSWORD, type Customer } from '../../support/people/accounts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { newVisitor } from '../../support/people/visitor.ts';
import { BILLING } from '../../support/people/wishes.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));
let ana: Customer;

const PATH = '/api/addresses/';
const ADDED = { ...BILLING, id: expect.any(String) as string, vat_id: 'DE136695976' };

beforeAll(async () => {
  ana = await newCustomer(server.url);
});

type Added = typeof BILLING & { id: string };
const list = async ({ visitor }: Customer) => (await visitor.get<{ addresses: Added[] }>(PATH)).body.addresses;
const add = async ({ visitor }: Customer, more: object = {}) => visitor.post<Added>(PATH, { ...BILLING, ...more });

describe('the further addresses of an account', () => {
  it('are added, listed in their order, changed and deleted', async () => {
    const first = await add(ana);
    expect([first.status, first.body]).toEqual([201, ADDED]);
    const second = await add(ana, { company: '', vat_id: '', country: 'de', postal_code: '04109', city: 'Leipzig' });
    expect(second.body).toMatchObject({ company: '', vat_id: '', country: 'DE' });
    expect(await list(ana)).toEqual([first.body, second.body]);
    const changed = await ana.visitor.put<Added>(`${PATH}${first.body.id}/`, { ...BILLING, city: 'Porto' });
    expect([changed.status, changed.body]).toEqual([200, { ...ADDED, city: 'Porto' }]);
    expect((await ana.visitor.delete(`${PATH}${second.body.id}/`)).status).toBe(200);
    expect(await list(ana)).toEqual([changed.body]);
    expect((await ana.visitor.get(PATH)).headers.get('cache-control')).toBe('no-store');
  });

  it('are no business of another account or a stranger', async () => {
    const [{ id }] = (await list(ana)) as [Added];
    const eva = await newCustomer(server.url);
    expect(await list(eva)).toEqual([]);
    for (const { visitor, status } of [
      { visitor: eva.visitor, status: 404 },
      { visitor: newVisitor(server.url), status: 401 },
    ]) {
      expect((await visitor.put(`${PATH}${id}/`, BILLING)).status).toBe(status);
      expect((await visitor.delete(`${PATH}${id}/`)).status).toBe(status);
    }
    expect((await newVisitor(server.url).get(PATH)).status).toBe(401);
    expect((await newVisitor(server.url).post(PATH, BILLING)).status).toBe(401);
    expect(await list(ana)).toHaveLength(1);
  });

  it.each([
    ['name', ' ', 'Informe o nome para a fatura'],
    ['company', 'x'.repeat(121), 'Até 120 caracteres em uma linha.'],
    ['vat_id', 'DE1', 'Este número de IVA não está escrito corretamente.'],
    ['address', '', 'rua'],
    ['number', '', 'número'],
    ['additional_address', 'a\nb', '120'],
    ['postal_code', '', 'Informe o código postal.'],
    ['city', '', 'cidade'],
    ['country', 'XX', 'país'],
  ])('are refused with a message at the field %s', async (field, value, text) => {
    const eva = await newCustomer(server.url);
    const { status, body } = await eva.visitor.post<ErrorAnswer>(PATH, { ...BILLING, [field]: value });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body[field as 'name']).toEqual([expect.stringContaining(text)]);
    expect(await list(eva)).toEqual([]);
  });

  it('are at most ten, even when the calls arrive at once', async () => {
    const eva = await newCustomer(server.url);
    const answers = await Promise.all(Array.from({ length: 12 }, () => add(eva)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body as unknown as ErrorAnswer);
    expect(refused.map(({ code }) => code)).toEqual(['too_many_addresses', 'too_many_addresses']);
    expect(await list(eva)).toHaveLength(10);
  });

  it('are in the export and gone with the account', async () => {
    const { clientId } = ana.client;
    const { body } = await ana.visitor.get<{ addresses: Added[] }>(`/api/client_export/${clientId}/`);
    expect(body.addresses).toEqual(await list(ana));
    await ana.visitor.post(`/api/delete_client/${clientId}/`, { password: PASSWORD });
    const left = await own.ctx.db.read.selectFrom('client_addresses').selectAll().execute();
    expect(left.filter((row) => row.client_id === clientId)).toEqual([]);
  });
});
