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

const showBanner: ShowBanner = (choose) => {
  adoptStyles(styles);
  const banner = document.createElement('section');
  banner.id = 'consent';
  banner.setAttribute('aria-label', texts.title);
  // Markup is smaller than calls for each element, and these texts are ours: a shop cannot replace them. Two short
  // paragraphs, because one large late paragraph would count as the page's largest contentful paint.
  banner.innerHTML = `<p><strong>${texts.title}</strong><p>${texts.essential}<p>${ASKS_MARKETING ? texts.optional : texts.statistics}<div><button class=button value=all>${texts.all}</button><button class=button value=essential>${texts.only}</button></div><a>${texts.settings}</a>`;
  const settings = document.querySelector<HTMLAnchorElement>('footer [href$="/cookies-consent"]');
  banner.querySelector('a')!.href = settings!.href;
  banner.addEventListener('click', ({ target }) => {
    // A browser's translation wraps the words of a button in other elements.
    const button = (target as Element).closest('button');
    if (button) choose(button.value as ConsentChoice);
  });
  document.querySelector('.skip')!.after(banner);
  return banner;
};

export default showBanner;
