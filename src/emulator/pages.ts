import { formatPrice } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { ADDRESSES, asksForAddress, type AddressName } from './address-book.ts';
import type { Decision } from './buyer.ts';
import type { Shipping } from './check-order.ts';
import { html, type Html } from './html.ts';
import { centsOf } from './money.ts';
import { unitOf, type OrderRecord } from './records.ts';

interface Frame {
  locale: Locale;
  /** The path the emulator is mounted at. */
  mount: string;
}

function page({ locale, mount }: Frame, title: string, content: Html, script?: Html): string {
  const t = translator(locale);
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${mount}/window.css" />
        ${script}
      </head>
      <body>
        <header>${t('emulator:notice')}</header>
        <main>${content}</main>
      </body>
    </html>`.text;
}

/** The buyer's window. `popup`: the browser script opened it and waits for the decision. */
export function buyerPage(
  frame: Frame,
  order: OrderRecord,
  { popup, problem }: { popup: boolean; problem?: boolean },
): string {
  const t = translator(frame.locale);
  const { amount, items, shipping } = unitOf(order);
  const brand = order.request.payment_source.paypal?.experience_context.brand_name ?? '';
  const cost = amount.breakdown?.shipping;
  const title = t('emulator:payTo', { brand });
  const content = html`
    <h1>${title}</h1>
    <p class="total"><span>${t('emulator:total')}</span> <strong>${formatPrice(centsOf(amount))}</strong></p>
    <form method="post" action="${frame.mount}/checkoutnow">
      <input type="hidden" name="token" value="${order.id}" />
      <input type="hidden" name="popup" value="${popup ? '1' : ''}" />
      ${asksForAddress(order) ? addressChoice(frame) : undefined}
      <button name="decision" value="approve">${t('emulator:approve')}</button>
      <button name="decision" value="decline" class="second">${t('emulator:decline')}</button>
      ${asksForAddress(order) ? cardForm(frame, problem) : undefined}
      <button name="decision" value="cancel" class="link">${t('emulator:cancel')}</button>
    </form>
    <h2>${t('emulator:items')}</h2>
    <ul>
      ${items.map(
        ({ name, quantity, unit_amount }) =>
          html`<li>
            <span>${t('emulator:item', { quantity, name })}</span>
            <span>${formatPrice(Number(quantity) * centsOf(unit_amount))}</span>
          </li>`,
      )}
      ${cost && html`<li><span>${t('emulator:shipping')}</span> <span>${formatPrice(centsOf(cost))}</span></li>`}
    </ul>
    ${
      shipping?.address && !asksForAddress(order)
        ? html`<h2>${t('emulator:shipTo')}</h2>
            <address>${linesOf(shipping).map((line) => html`<span>${line}</span>`)}</address>`
        : undefined
    }
  `;
  return page(frame, title, content);
}

const linesOf = ({ name, address }: Shipping): string[] =>
  [
    name?.full_name,
    address?.address_line_1,
    address?.address_line_2,
    [address?.postal_code, address?.admin_area_2].filter(Boolean).join(' '),
    address?.country_code,
  ].filter((line): line is string => !!line);

/** The buyer's addresses, for an order that came without one. */
function addressChoice({ locale }: Frame): Html {
  const t = translator(locale);
  const names = Object.keys(ADDRESSES) as AddressName[];
  return html`<label>
    ${t('emulator:shipTo')}
    <select name="address">
      ${names.map(
        (name) =>
          html`<option value="${name}">
            ${t(`emulator:address.${name}`)}: ${linesOf(ADDRESSES[name]).slice(1).join(', ')}
          </option>`,
      )}
    </select>
  </label>`;
}

/** A buyer without an account pays by card. */
function cardForm({ locale }: Frame, problem = false): Html {
  const t = translator(locale);
  return html`<h2>${t('emulator:guestCard.title')}</h2>
    ${problem ? html`<p role="alert">${t('emulator:guestCard.refused')}</p>` : undefined}
    <label>${t('emulator:guestCard.number')} <input name="card" inputmode="numeric" autocomplete="off" /></label>
    <button name="decision" value="card" class="second">${t('emulator:guestCard.submit')}</button>`;
}

/** Sends the buyer's decision to the page that opened the window, and closes the window. */
export function decidedPage(frame: Frame, orderId: string, decision: Decision): string {
  const t = translator(frame.locale);
  const text = t(`emulator:done.${decision}`);
  return page(
    frame,
    text,
    html`<h1>${text}</h1>
      <p>${t('emulator:closing')}</p>`,
    html`<script src="${frame.mount}/window.js" data-order="${orderId}" data-decision="${decision}" defer></script>`,
  );
}

/** A window without a decision to make. */
export function closedPage(frame: Frame, reason: 'paid' | 'unknown'): string {
  const text = translator(frame.locale)(`emulator:${reason}`);
  return page(frame, text, html`<h1>${text}</h1>`);
}

/** All orders, for people who try the shop out. */
export function ordersPage(frame: Frame, orders: OrderRecord[]): string {
  const t = translator(frame.locale);
  const rows = orders.toReversed().map(
    (order) =>
      html`<tr>
        <th scope="row">
          ${order.status === 'COMPLETED' ? order.id : html`<a href="${frame.mount}/checkoutnow?token=${order.id}">${order.id}</a>`}
        </th>
        <td>${[order.status, ...order.captures.map(({ status }) => status)].join(' · ')}</td>
        <td>${formatPrice(centsOf(unitOf(order).amount))}</td>
      </tr>`,
  );
  const head = [t('emulator:order'), t('emulator:state'), t('emulator:total')].map(
    (name) => html`<th scope="col">${name}</th>`,
  );
  const table = html`<table>
    <caption>
      ${t('emulator:orders')}
    </caption>
    <thead>
      <tr>
        ${head}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
  const title = t('emulator:title');
  return page(
    frame,
    title,
    html`<h1>${title}</h1>
      ${rows.length > 0 ? table : html`<p>${t('emulator:noOrders')}</p>`}`,
  );
}
