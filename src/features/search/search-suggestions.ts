import { shownLocale } from '#src/i18n/locales.ts';
import { api, localised, pages } from '#src/shared/paths.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import styles from './search-suggestions.scss?inline';

const LIMIT = 6;
const DELAY_MS = 150;
/** One letter says little, and dots would be steps in the call's path. */
const TOO_LITTLE = /^\.*.?$/;

interface Found {
  products: { slug: string; product_name: string; brand: string | null; subtitle: string }[];
}

/**
 * Offers products below a search box while somebody types: a combobox with a list of links, by the ARIA pattern. The
 * form around it works as ever, the more so when no answer comes. `data-suggestions` names the list.
 */
export function suggest(input: HTMLInputElement): void {
  adoptStyles(styles);
  const locale = shownLocale();
  const name = input.dataset.suggestions ?? '';
  const list = append('div', { role: 'listbox', id: 'suggestions', 'aria-label': name });
  const status = append('span', { role: 'status', class: 'vh' });
  let options: HTMLAnchorElement[] = [];
  /** What was found last, for an arrow key to show again. */
  let last: { term: string; links: HTMLAnchorElement[] } | undefined;
  let chosen = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let call: AbortController | undefined;
  /** What the call under way is about. */
  let awaited: string | undefined;
  // A page that shows a search has its term in the box.
  let asked = input.defaultValue.trim();

  set(input, { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': list.id });
  show([]);

  function show(links: HTMLAnchorElement[]): void {
    const before = options[chosen]?.href;
    options = links;
    list.replaceChildren(...links);
    list.hidden = links.length === 0;
    set(input, { 'aria-expanded': String(!list.hidden) });
    // Who chose while a better answer was on its way keeps the choice, if that has it too.
    choose(links.findIndex(({ href }) => href === before));
  }

  function choose(at: number): void {
    chosen = at;
    options.forEach((option, index) => set(option, { 'aria-selected': String(index === at) }));
    set(input, { 'aria-activedescendant': options[at]?.id ?? '' });
    options[at]?.scrollIntoView({ block: 'nearest' });
  }

  function open(links: HTMLAnchorElement[]): void {
    show(links);
    status.textContent = `${name}: ${links.length}`;
  }

  /** Whoever closed the list may want it back; a page that shows a search has not asked yet. */
  async function reopen(): Promise<void> {
    const term = input.value.trim();
    if (TOO_LITTLE.test(term)) return;
    if (last?.term === term) open(last.links);
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
      const response = await fetch(api.search(term, LIMIT, locale), { signal });
      const { products } = (await response.json()) as Found;
      if (signal.aborted) return;
      last = { term, links: products.map(toOption) };
      open(last.links);
    } catch {
      // Another letter came, or the shop cannot be reached: what stood there belongs to an older word.
      if (!signal.aborted) close();
    } finally {
      if (!signal.aborted) awaited = undefined;
    }
  }

  function toOption({ slug, product_name, brand, subtitle }: Found['products'][number], index: number): HTMLAnchorElement {
    const option = document.createElement('a');
    set(option, { role: 'option', id: `suggestion-${index}`, tabindex: '-1', href: localised(locale, pages.product(slug)) });
    option.append(product_name);
    add('small', brand);
    // Names are Portuguese; this line is in the reader's language.
    add('p', subtitle);
    return option;

    function add(tag: string, text: string | null): void {
      if (text) option.append(' ', Object.assign(document.createElement(tag), { textContent: text }));
    }
  }

  input.addEventListener('input', listen);
  function listen(): void {
    const term = input.value.trim();
    if (term === asked) return;
    asked = term;
    clearTimeout(timer);
    call?.abort();
    awaited = undefined;
    if (TOO_LITTLE.test(term)) close();
    else timer = setTimeout(() => void ask(term), DELAY_MS);
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
  // The box keeps the focus, or the list would be gone before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  input.addEventListener('blur', close);
  // What was typed while this code was on its way, unless its writer has left.
  if (document.activeElement === input) listen();

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
