/** A product's pictures as large as the window: swipe, arrow keys, or the two buttons. Loaded at the first tap. */
import type catalogueTexts from '#locales/en-US/catalogue.json';
import { fill } from '#src/i18n/fill.ts';
import { shownLocale } from '#src/i18n/locales.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import styles from './picture-dialog.scss?inline';

type CatalogueTexts = typeof catalogueTexts;

const TEXTS = import.meta.glob<CatalogueTexts['picture']>('/locales/*/catalogue.json', {
  import: 'picture',
  eager: true,
});

type PictureLink = HTMLAnchorElement;

let dialog: HTMLDialogElement | undefined;

const button = (className: string, onClick: () => void) =>
  Object.assign(document.createElement('button'), { type: 'button', className, onclick: onClick });

/** A copy of the page's picture in the size of the window, with its caption. */
function enlarged(link: PictureLink): HTMLLIElement {
  const item = document.createElement('li');
  const figure = document.createElement('figure');
  const picture = link.querySelector('picture')!.cloneNode(true) as HTMLElement;
  for (const source of picture.querySelectorAll('source')) source.sizes = '100vw';
  figure.append(picture);
  const note = link.querySelector('small');
  if (note) figure.append(Object.assign(document.createElement('figcaption'), { textContent: note.textContent }));
  item.append(figure);
  return item;
}

function build(links: readonly PictureLink[]): HTMLDialogElement {
  adoptStyles(styles);
  const texts = TEXTS[`/locales/${shownLocale()}/catalogue.json`]!;
  const made = Object.assign(document.createElement('dialog'), { className: 'pictures' });
  made.setAttribute('aria-label', document.querySelector('h1')!.textContent);
  const strip = Object.assign(document.createElement('ul'), { className: 'pictures-strip', tabIndex: 0 });
  strip.append(...links.map(enlarged));
  const shown = () => Math.round(strip.scrollLeft / strip.clientWidth);
  const step = (by: number) => strip.scrollTo({ left: (shown() + by) * strip.clientWidth });
  const [back, on] = [-1, 1].map((by) => button(`pictures-step pictures-${by < 0 ? 'back' : 'on'}`, () => step(by)));
  const name = () => {
    for (const [control, at] of [
      [back, shown()],
      [on, shown() + 2],
    ] as const) {
      const isEnd = at < 1 || at > links.length;
      // A disabled button loses the focus, and the dialog would no longer hear the arrow keys.
      if (isEnd && control === document.activeElement) strip.focus();
      control!.disabled = isEnd;
      control!.setAttribute('aria-label', fill(texts.show, { number: at, total: links.length }));
    }
  };
  strip.addEventListener('scroll', name, { passive: true });
  const close = button('pictures-close', () => made.close());
  close.setAttribute('aria-label', texts.close);
  made.append(close, strip, ...(links.length > 1 ? [back!, on!] : []));
  made.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    step(event.key === 'ArrowLeft' ? -1 : 1);
  });
  // A tap beside the picture closes the dialog.
  made.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('img, button')) made.close();
  });
  // The page shows the picture that was looked at last.
  made.addEventListener('close', () => links[shown()]?.scrollIntoView({ block: 'nearest', inline: 'start' }));
  made.addEventListener('show-picture', (event) => {
    strip.scrollTo({ left: (event as CustomEvent<number>).detail * strip.clientWidth, behavior: 'instant' });
    name();
  });
  document.body.append(made);
  return made;
}

/** Opens the dialog at the picture of this link. */
export default function openPicture(link: PictureLink): void {
  const links = [...document.querySelectorAll<PictureLink>('a.product-picture, .picture-strip a')];
  dialog ??= build(links);
  dialog.showModal();
  dialog.dispatchEvent(new CustomEvent('show-picture', { detail: links.indexOf(link) }));
}
