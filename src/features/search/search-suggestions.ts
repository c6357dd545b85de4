import { NAME_LANGUAGE } from '#src/features/catalogue/product.ts';
import { shownLocale } from '#src/i18n/locales.ts';
import { localised, productPath, searchCallPath, searchPath } from '#src/shared/paths.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts';
import styles from './search-suggestions.scss?inline';

const LIMIT = 6;
const DELAY_MS = 150;
/** One letter is too vague, and dots would be path segments in the call's URL. */
const TOO_LITTLE = /^\.*.?$/;
const RECENT = import.meta.glob<{ title: string; clear: string }>('/locales/*/catalogue.json', {
  import: 'recent',
  eager: true,
});

interface Found {
  products: FoundProduct[];
  /** The total number of results. */
  count: number;
}

interface FoundProduct {
  slug: string;
  product_name: string;
  brand: string | null;
  subtitle: string;
  image: string;
}

/**
 * Suggests products below a search box during typing, and the last searches while it is empty: a combobox with a list
 * of links, by the ARIA pattern. The form works without it. `data-suggestions` is the name of the list,
 * `data-all-results` the text of its last row.
 */
export function suggest(input: HTMLInputElement): void {
  adoptStyles(styles);
  const locale = shownLocale();
  const name = input.dataset.suggestions ?? '';
  const texts = { recent: RECENT[`/locales/${locale}/catalogue.json`]! };
  const list = append('div', { role: 'listbox', id: 'suggestions', 'aria-label': name });
  const status = append('span', { role: 'status', class: 'vh' });
  let options: HTMLAnchorElement[] = [];
  /** The last suggestions, which an arrow key shows again. */
  let last: { term: string; links: HTMLAnchorElement[] } | undefined;
  let chosen = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let call: AbortController | undefined;
  /** The term of the running call. */
  let awaited: string | undefined;
  // On a search page the box contains the term of the page.
  let asked = input.defaultValue.trim();

  set(input, { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': list.id });
  show([]);

  function show(links: HTMLAnchorElement[]): void {
    const before = options[chosen]?.href;
    options = links;
    list.replaceChildren(...links);
    list.hidden = links.length === 0;
    set(input, { 'aria-expanded': String(!list.hidden) });
    // A selected option stays selected if the newer response still contains it.
    choose(links.findIndex(({ href }) => href === before));
  }

  function choose(at: number): void {
    chosen = at;
    options.forEach((option, index) => set(option, { 'aria-selected': String(index === at) }));
    set(input, { 'aria-activedescendant': options[at]?.id ?? '' });
    options[at]?.scrollIntoView({ block: 'nearest' });
  }

  function open(links: HTMLAnchorElement[], title = name): void {
    show(links);
    set(list, { 'aria-label': title });
    status.textContent = `${title}: ${links.length}`;
  }

  /** The last searches, and a row that removes them; nothing before the first search. */
  function openRecent(): void {
    const terms = recentSearches();
    if (input.value.trim() || terms.length === 0) return;
    const clear = createOption(terms.length);
    clear.append(texts.recent.clear);
    clear.addEventListener('click', () => {
      forgetSearches();
      open([], texts.recent.title);
    });
    open([...terms.map((term, index) => toSearch(index, term, term)), clear], texts.recent.title);
  }

  /** Reopens a closed list; on a search page it was never fetched. */
  async function reopen(): Promise<void> {
    const term = input.value.trim();
    if (TOO_LITTLE.test(term)) openRecent();
    else if (last?.term === term) open(last.links);
    else if (awaited !== term) await ask(term);
  }

  function close(): void {
    clearTimeout(timer);
    call?.abort();
    awaited = undefined;
    show([]);
    status.textContent = '';
  }

  async function ask(term: string): Promise<void> {
    clearTimeout(timer);
    call?.abort();
    call = new AbortController();
    const { signal } = call;
    awaited = term;
    try {
      const response = await fetch(searchCallPath(term, LIMIT, locale), { signal });
      const { products, count } = (await response.json()) as Found;
      if (signal.aborted) return;
      last = {
        term,
        links: [
          ...products.map(toOption),
          ...(count > 0 ? [toSearch(products.length, term, `${input.dataset.allResults} (${count})`)] : []),
        ],
      };
      open(last.links);
    } catch {
      // The call was aborted by further typing, or the shop cannot be reached; then the list belongs to an older term.
      if (!signal.aborted) close();
    } finally {
      if (!signal.aborted) awaited = undefined;
    }
  }

  function toOption(product: FoundProduct, index: number): HTMLAnchorElement {
    const option = createOption(index, localised(locale, productPath(product.slug)));
    // No price: beside it, the law would require the base price, the deposit and more.
    const text = document.createElement('span');
    add(text, 'span', product.product_name, NAME_LANGUAGE);
    add(text, 'small', product.brand);
    // Names are Portuguese; this line is in the reader's language.
    add(text, 'p', product.subtitle);
    option.append(thumbnail(product.image), text);
    return option;
  }

  function toSearch(index: number, term: string, text: string): HTMLAnchorElement {
    const option = createOption(index, localised(locale, searchPath(term)));
    option.append(text);
    option.addEventListener('click', () => rememberSearch(term));
    return option;
  }

  input.addEventListener('input', listen);
  function listen(): void {
    const term = input.value.trim();
    if (term === asked) return;
    asked = term;
    clearTimeout(timer);
    call?.abort();
    awaited = undefined;
    if (TOO_LITTLE.test(term)) {
      close();
      openRecent();
    } else timer = setTimeout(() => void ask(term), DELAY_MS);
  }

  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (list.hidden) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      void reopen();
      return;
    }
    const { length } = options;
    if (event.key === 'ArrowDown') choose(chosen + 1 < length ? chosen + 1 : -1);
    else if (event.key === 'ArrowUp') choose(chosen < 0 ? length - 1 : chosen - 1);
    else if (event.key === 'Enter' && chosen >= 0) options[chosen]?.click();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  // The box must keep the focus; otherwise the list would close before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  input.addEventListener('blur', close);
  input.addEventListener('focus', openRecent);
  input.form?.addEventListener('submit', () => rememberSearch(input.value));
  // Suggests for text that was typed while this code was loading, unless the box has lost the focus.
  if (document.activeElement === input) {
    openRecent();
    listen();
  }

  function append(tag: string, attributes: Record<string, string>): HTMLElement {
    const element = document.createElement(tag);
    set(element, attributes);
    input.form?.append(element);
    return element;
  }
}

function set(element: Element, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

function createOption(index: number, href?: string): HTMLAnchorElement {
  const option = document.createElement('a');
  set(option, { role: 'option', id: `suggestion-${index}`, tabindex: '-1', ...(href && { href }) });
  return option;
}

function add(parent: Element, tag: string, text: string | null, lang = ''): void {
  if (!text) return;
  const element = Object.assign(document.createElement(tag), { textContent: text });
  if (lang) element.lang = lang;
  parent.append(' ', element);
}

/** The smallest stored picture; `image` names the one for browsers without AVIF. */
function thumbnail(image: string): Element {
  const picture = document.createElement('picture');
  const source = document.createElement('source');
  set(source, { type: 'image/avif', srcset: image.replace(/\.webp$/, '-240.avif') });
  const img = document.createElement('img');
  if (image.endsWith('.webp')) picture.append(source);
  picture.append(img);
  // Set last: an image without its source would fetch the large file.
  set(img, { alt: '', width: '40', height: '40', src: image });
  return picture;
}
