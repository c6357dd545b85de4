// The build (chunk-url.ts) makes one copy of this module per language and replaces `en-US` by the language's folder.
import { banner as bannerTexts } from '#locales/en-US/consent.json';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import styles from './banner.scss?inline';
import type { ConsentChoice } from './consent.ts';
import type { ConsentTexts } from './consent-texts.ts';

/** Set by the build. */
declare const ASKS_MARKETING: boolean;

const texts: ConsentTexts['banner'] = bannerTexts;

/** Asks for the visitor's choice. The banner is first in the tab order but does not take the focus. */
export type ShowBanner = (choose: (choice: ConsentChoice) => void) => HTMLElement;

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.append(...content);
  return made;
}

const showBanner: ShowBanner = (choose) => {
  adoptStyles(styles);
  const settings = document.querySelector<HTMLAnchorElement>('footer [href$="/cookies-consent"]');
  const banner = document.createElement('section');
  banner.id = 'consent';
  banner.setAttribute('aria-label', texts.title);
  // Two short paragraphs, because one large late paragraph would count as the page's largest contentful paint.
  const button = (choice: ConsentChoice, label: string) => {
    const made = element('button', label);
    made.className = 'button';
    made.dataset.choice = choice;
    return made;
  };
  const link = Object.assign(element('a', texts.settings), { href: settings?.href ?? '' });
  banner.append(
    element('p', element('strong', texts.title)),
    element('p', texts.essential),
    element('p', ASKS_MARKETING ? texts.optional : texts.statistics),
    element('div', button('all', texts.all), button('essential', texts.only), link),
  );
  banner.addEventListener('click', ({ target }) => {
    // A browser's translation wraps the words of a button in other elements.
    const button = (target as Element).closest<HTMLElement>('[data-choice]');
    if (button) choose(button.dataset.choice as ConsentChoice);
  });
  document.querySelector('.skip')?.after(banner);
  return banner;
};

export default showBanner;
