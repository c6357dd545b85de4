/** Replaces the header's login link by the client's menu. Loaded only where a client is signed in. */
import { fill } from '#src/i18n/fill.ts';
import { shownLocale } from '#src/i18n/locales.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import type { AccountTexts } from './account-texts.ts';
import { storedName } from './client.ts';
import { greetAfterLogin } from './greeting.ts';
import styles from './client-menu.scss?inline';
import { refreshSession } from './refresh-session.ts';
import { onClientChange, readClient, readClientName } from './stored-client.ts';

const TEXTS = import.meta.glob<AccountTexts['menu']>('/locales/*/account.json', { import: 'menu', eager: true });

const locale = shownLocale();
const texts = TEXTS[`/locales/${locale}/account.json`]!;
const link = document.querySelector('.user > a')!;

const button = document.createElement('button');
button.type = 'button';
button.setAttribute('popovertarget', 'user-menu');
const span = (className: string, textContent: string) =>
  Object.assign(document.createElement('span'), { className, textContent });
button.append(link.querySelector('svg')!.cloneNode(true), span('vh', texts.label), ' ', span('user-name', ''));
const menu = document.createElement('nav');
menu.id = 'user-menu';
menu.setAttribute('popover', '');
menu.setAttribute('aria-label', texts.label);
// iOS 17.0 to 18.2 does not close a popover at a tap outside it.
const close = document.createElement('button');
close.type = 'button';
close.textContent = '✕';
close.setAttribute('popovertarget', 'user-menu');
close.setAttribute('aria-label', texts.close);
const greeting = document.createElement('p');
const links = [
  [pages.previousPurchases(), texts.purchases],
  [pages.lists(), texts.lists],
  [pages.updateClient(), texts.update],
  [pages.passwordChange(), texts.password],
  [pages.logout(), texts.logout],
].map(([path, label]) =>
  Object.assign(document.createElement('a'), { href: localised(locale, path!), textContent: label }),
);
menu.append(greeting, ...links, close);

function paint(): void {
  const name = readClientName() ?? '';
  const client = readClient();
  button.lastElementChild!.textContent = name;
  greeting.textContent = fill(texts.greeting, { name: client ? storedName(client) : name });
}
paint();
// A name without the other data was not stored by a login: ask the server who is signed in.
if (!readClient()) void refreshSession();
greetAfterLogin(greeting.textContent);
onClientChange(paint);

function replaceLink(): void {
  // Replacing the link between press and release would lose the click.
  if (link.matches(':active')) return void setTimeout(replaceLink, 100);
  const hadFocus = link === document.activeElement;
  adoptStyles(styles);
  link.after(button, menu);
  if (hadFocus) button.focus();
}
replaceLink();
