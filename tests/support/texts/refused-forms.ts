import { STAFF_PASSWORD } from '../people/desk-visitor.ts';
import { formsIn } from './html-forms.ts';
import { RECIPE, type BusyDesk } from '../shops/busy-desk.ts';

/**
 * What to type into a form of a page, and the names of the fields that the desk then refuses, the first one first.
 * undefined: the boxes of this name are not ticked.
 */
type Mistyped = [page: string, typed: Record<string, string | undefined>, refused: string[]];

const LABELS = { label_pt: 'Doces', label_de: 'Süßes', label_en: 'Sweets' };
const STORY = { act: 'save', published: '2026-11-29', draft: 'on', title_pt: 'Chá' };
/** Texts that a page needs unless it is a draft. */
const FOREIGN = ['de', 'en'].flatMap((language) =>
  ['title', 'description', 'markdown'].map((part) => `${part}_${language}`),
);
/** Of an app for one-time codes. */
const SECRET = 'JBSWY3DPEHPK3PXP';

/** Forms of the desk, each with a mistake in a field. */
export async function mistypedForms({ owner, orders, unpaid, review }: BusyDesk): Promise<Mistyped[]> {
  const message = /\/desk\/messages\/[\w-]+/.exec((await owner.get('/desk/messages')).html)![0];
  const withdrawal = /\/desk\/withdrawals\/[\w-]+/.exec((await owner.get('/desk/withdrawals')).html)![0];
  const lot = /\/desk\/stock\/lots\/\d+/.exec((await owner.get('/desk/stock/GUARANA')).html)![0];
  return [
    ['/desk/account/second-factor', { act: 'app', secret: SECRET, code: '000000' }, ['code']],
    ['/desk/account/second-factor', { act: 'app', secret: SECRET, code: '1', current: 'no' }, ['current']],
    ['/desk/shop', { act: 'download', current: 'no' }, ['current']],
    ['/desk/publish', { act: 'plan', at: '2020-01-01T10:00', until: '' }, ['at']],
    ['/desk/publish', { act: 'plan', at: '2090-01-02T10:00', until: '2090-01-01T10:00' }, ['until']],
    ['/desk/publish', { act: 'publish', chosen: undefined }, ['chosen']],
    ['/desk/products/prices?percent=5', { act: 'save', code: undefined }, ['code']],
    ['/desk/products/categories', { ...LABELS, slug: 'bebidas' }, ['slug']],
    ['/desk/products/categories', { ...LABELS, slug: 'doces', seo_title_de: 'x'.repeat(71) }, ['seo_title_de']],
    [
      '/desk/texts/stories/new',
      { ...STORY, published: 'never' },
      ['published', 'description_pt', 'markdown_pt', ...FOREIGN],
    ],
    ['/desk/texts/stories/new', { ...STORY, picture: 'NADA' }, ['picture']],
    ['/desk/texts/stories/new', { ...STORY, markdown_de: '<script></script>' }, ['markdown_de']],
    [
      '/desk/texts/recipes/new',
      { ...RECIPE, published: '' },
      ['published', 'description_pt', 'markdown_pt', ...FOREIGN],
    ],
    [
      '/desk/texts/recipes/new',
      { ...RECIPE, draft: 'no', description_pt: 'A.', seo_title_pt: 'x'.repeat(71) },
      ['seo_title_pt', 'markdown_pt', ...FOREIGN],
    ],
    ['/desk/texts/slides/new', { brand: 'Loja', search: 'mate' }, ['picture']],
    ['/desk/texts/words/synonyms/new', { pt: 'mate' }, ['pt', 'de', 'en']],
    ['/desk/texts/redirects/new', { from: 'no address', to: '/' }, ['from']],
    ['/desk/texts/redirects', { act: 'file' }, ['file']],
    ['/desk/texts/own/cart:summary', { 'de-DE': '{{nada}}' }, ['de-DE']],
    ['/desk/texts/facts/shop', { shipping: '1.234' }, ['shipping']],
    ['/desk/texts/legal/impressum/de-DE', { updated: 'never', markdown: '# A' }, ['updated']],
    ['/desk/products/codes/new', { code: '!', value: '10' }, ['code']],
    [
      '/desk/products/codes/new',
      { code: 'A1', value: '10', from: '2090-01-02', until: '2090-01-01' },
      ['from', 'until'],
    ],
    ['/desk/products/price-list', { supplier: 'Casa Brasil' }, ['file']],
    ['/desk/products/convert', { act: 'show' }, ['file']],
    ['/desk/money/vouchers/new', { value: '25', message: 'x'.repeat(2000) }, ['message']],
    ['/desk/money/transfers', { act: 'transferArrived', order: unpaid, day: '2020-01-01' }, ['day']],
    ['/desk/money/transfers', { act: 'refundAccount', iban: 'DE1' }, ['iban']],
    ['/desk/money/transfers/statement', {}, ['statement']],
    ['/desk/orders/collections', { code: 'x' }, ['code']],
    ['/desk/orders/tracking-list', { lines: '' }, ['list']],
    [`/desk/orders/${orders.packed}`, { act: 'handOver', tracking: '12' }, ['tracking']],
    [`/desk/orders/${orders.contested}`, { act: 'handOver', despite: undefined }, ['despite']],
    [`/desk/orders/${orders.sent}/resend`, { 'units-AGUA': '0', reason: 'lost' }, ['units-AGUA']],
    [`/desk/orders/${orders.paid}/change`, { act: 'address', name: '', postal_code: '1' }, ['name', 'postal_code']],
    // Nothing was changed.
    [`/desk/orders/${orders.paid}/change`, { act: 'address' }, ['name']],
    [
      '/desk/offers/new',
      { act: 'create', 'product-0': 'AGUA', email: 'bia@example.org', name: 'Bia' },
      ['address', 'number', 'postal_code', 'city'],
    ],
    [`/desk/orders/${orders.sent}`, { act: 'settleTrouble', note: ' ' }, ['note']],
    [`/desk/orders/${orders.sent}`, { act: 'sendEvidence', note: ' ' }, ['note']],
    [`/desk/orders/${orders.paid}`, { act: 'note', note: ' ' }, ['note']],
    [message, { act: 'answer', answer: ' ' }, ['answer']],
    [withdrawal, { act: 'refuse', reason: ' ' }, ['reason']],
    [`/desk/reviews/${review}`, { act: 'hide', reason: '' }, ['reason']],
    [lot, { units: '0' }, ['units']],
    ['/desk/stock/deliveries/new', { supplier: '' }, ['supplier']],
  ];
}

/** Types into the form of a page that has these fields, and sends it with its other values. */
export async function sendMistyped({ owner }: BusyDesk, [page, typed]: Mistyped) {
  const form = formsIn((await owner.get(page)).html).find(
    ({ fields, isPost }) =>
      isPost &&
      Object.entries(typed).every(([name, value]) => name in fields && (name !== 'act' || fields.act === value)),
  );
  if (!form) throw new Error(`${page} has no form with ${Object.keys(typed).join()}`);
  const current = 'current' in form.fields && { current: STAFF_PASSWORD };
  const fields = Object.entries({ ...form.fields, ...current, ...typed }).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
  return owner.post(form.action.replace(/#.*/, '') || page, Object.fromEntries(fields));
}

const attribute = (tag: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** The refused fields of a page by their names, each with the reason beside it; '*' before the one with the focus. */
export function refusedFields(html: string): Record<string, string> {
  const wrong =
    /<(?:input|select|textarea)\b[^>]* aria-invalid="true"[^>]*>|<fieldset\b[^>]* aria-invalid="true"[^]*?<\/fieldset>/g;
  const tags = [...html.matchAll(wrong)].map(([tag]) => tag);
  return Object.fromEntries(
    tags.map((tag) => {
      const [id = ''] = attribute(tag, 'aria-describedby').split(' ');
      const reason = new RegExp(`<p class="field-error"[^>]* id="${id}"[^>]*>([^<]*)</p>`).exec(html)?.[1] ?? '';
      return [`${tag.includes(' autofocus') ? '*' : ''}${attribute(tag, 'name')}`, reason.trim()];
    }),
  );
}
