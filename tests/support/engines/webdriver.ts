/** The commands of W3C WebDriver that journeys use. */
import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE_MS, type Driver, type Key, type Name, type Role } from './driver.ts';

/** Command → its call over HTTP, and its name in Firefox's Marionette, which takes an element as `id`. */
export const COMMANDS = {
  newSession: ['POST', '', 'WebDriver:NewSession'],
  resize: ['POST', 'window/rect', 'WebDriver:SetWindowRect'],
  open: ['POST', 'url', 'WebDriver:Navigate'],
  run: ['POST', 'execute/sync', 'WebDriver:ExecuteScript'],
  back: ['POST', 'back', 'WebDriver:Back'],
  label: ['GET', 'computedlabel', 'WebDriver:GetComputedLabel'],
  click: ['POST', 'click', 'WebDriver:ElementClick'],
  clear: ['POST', 'clear', 'WebDriver:ElementClear'],
  type: ['POST', 'value', 'WebDriver:ElementSendKeys'],
  keys: ['POST', 'actions', 'WebDriver:PerformActions'],
  window: ['GET', 'window', 'WebDriver:GetWindowHandle'],
  windows: ['GET', 'window/handles', 'WebDriver:GetWindowHandles'],
  switchTo: ['POST', 'window', 'WebDriver:SwitchToWindow'],
  /** The cookies of the page's host, on all of its ports. */
  deleteCookies: ['DELETE', 'cookie', 'WebDriver:DeleteAllCookies'],
} as const;

export type Command = keyof typeof COMMANDS;
/** Sends a command and returns the response's value. */
export type Send = (command: Command, parameters?: object, element?: string) => Promise<unknown>;

/** The key under which WebDriver writes an element's id. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Element = Record<typeof ELEMENT, string>;

const SELECTORS: Record<Role | 'field', string> = {
  button: 'button, summary, [role="button"]',
  link: 'a[href]',
  checkbox: 'input[type="checkbox"]',
  radio: 'input[type="radio"]',
  field: 'input:not([type="hidden"]), select, textarea',
};
/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Record<Key, string> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' };

const plain = (name: string) => name.replace(/\s+/g, ' ').trim();
const isNamed = (label: string, name: Name) =>
  typeof name === 'string' ? plain(label) === plain(name) : name.test(plain(label));

/**
 * Returns the page's new errors and blocked or missing resources. It first listens when it first runs in a page, so
 * errors of the page's first moments may be missed.
 */
function collectProblems(): string[] {
  const page = window as Window & { problems?: string[] };
  if (!page.problems) {
    const found: string[] = (page.problems = []);
    addEventListener(
      'error',
      ({ message, target }) => {
        // The cart reserves the space of an unknown picture with an empty one.
        if (target instanceof HTMLImageElement && target.src.startsWith('data:')) return;
        found.push(message || `not loaded: ${(target as HTMLElement).outerHTML.slice(0, 200)}`);
      },
      true,
    );
    addEventListener('unhandledrejection', ({ reason }) => found.push(`rejected: ${String(reason)}`));
    addEventListener('securitypolicyviolation', (event) =>
      found.push(`${event.violatedDirective}: ${event.blockedURI}`),
    );
  }
  return page.problems.splice(0);
}

/** Drives a browser by WebDriver. `problems`: its console's errors, or `collected` where no console can be read. */
export function webDriver(send: Send, problems: (() => string[]) | 'collected', end: () => Promise<void>): Driver {
  const collected: string[] = [];
  const collect = problems === 'collected' ? `(${collectProblems.toString()})()` : '[]';
  const all = problems === 'collected' ? () => collected : problems;
  let forgotten = 0;
  async function run<T, A extends unknown[]>(inPage: (...args: A) => T, ...args: A): Promise<T> {
    const script = `return { problems: ${collect}, value: (${inPage.toString()})(...arguments) }`;
    const answer = (await send('run', { script, args })) as { problems: string[]; value: T };
    collected.push(...answer.problems);
    return answer.value;
  }

  /**
   * The first visible element whose name, as the browser tells assistive technology, is this. Nobody can use a page
   * before its first paint, after which WebKit moves the focus to a field with `autofocus`, even while another is
   * being typed into.
   */
  async function find(kind: Role | 'field', name: Name): Promise<string | undefined> {
    const candidates = await run(
      (selector, words) => {
        if (performance.getEntriesByName('first-contentful-paint').length === 0) return [];
        // Asking for a name takes a call, so only those are asked whose texts have all its words.
        const textsOf = (element: HTMLInputElement) =>
          [element, ...(element.labels ?? [])].map((each) => each.textContent).join(' ') +
          [...element.querySelectorAll('img')].map((picture) => picture.alt).join(' ') +
          element.getAttribute('aria-label');
        return [...document.querySelectorAll<HTMLInputElement>(selector)].filter(
          (element) =>
            element.getClientRects().length > 0 &&
            getComputedStyle(element).visibility === 'visible' &&
            words.every((word) => textsOf(element).includes(word)),
        ) as unknown[] as Element[];
      },
      SELECTORS[kind],
      typeof name === 'string' ? plain(name).split(' ') : [],
    );
    for (const { [ELEMENT]: id } of candidates) if (isNamed(String(await send('label', {}, id)), name)) return id;
    return undefined;
  }

  /** Finds an element and uses it, again while it is missing, covered, or replaced in between. */
  async function use(kind: Role | 'field', name: Name, act: (id: string) => Promise<void>): Promise<void> {
    const giveUp = performance.now() + PATIENCE_MS;
    let last: unknown;
    while (performance.now() < giveUp) {
      try {
        const id = await find(kind, name);
        if (id) {
          await run((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }), {
            [ELEMENT]: id,
          } as unknown as HTMLElement);
          return await act(id);
        }
      } catch (error) {
        last = error;
      }
      await wait(100);
    }
    const page = await run(() => location.href).catch(String);
    throw new Error(`No ${kind} “${name}” could be used on ${page}. ${String(last ?? '')}`);
  }

  return {
    open: async (url) => void (await send('open', { url })),
    run,
    tap: (role, name) => use(role, name, async (id) => void (await send('click', {}, id))),
    fill: (label, text) =>
      use('field', label, async (id) => {
        await send('clear', {}, id);
        await send('type', { text }, id);
      }),
    choose: (label, option) =>
      use('field', label, async (id) => {
        const found = await run(
          (list, text) => [...list.options].find((one) => one.text.trim() === text) as unknown as Element | undefined,
          { [ELEMENT]: id } as unknown as HTMLSelectElement,
          option,
        );
        if (!found) throw new Error(`The list has no “${option}”.`);
        await send('click', {}, found[ELEMENT]);
      }),
    async attach(label, file) {
      // Engines name such a field after its button or its file, too.
      const look = () =>
        run(
          (text) =>
            [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')].find((field) =>
              [...(field.labels ?? [])].some(({ textContent }) => textContent.trim() === text),
            ) as unknown as Element | undefined,
          label,
        );
      const giveUp = performance.now() + PATIENCE_MS;
      let found = await look();
      for (; !found && performance.now() < giveUp; found = await look()) await wait(100);
      if (!found) throw new Error(`There is no field “${label}” for files.`);
      await send('type', { text: file }, found[ELEMENT]);
    },
    async press(key) {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] }));
      await send('keys', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    back: async () => void (await send('back')),
    window: () => send('window') as Promise<string>,
    windows: () => send('windows') as Promise<string[]>,
    switchTo: async (handle) => void (await send('switchTo', { handle })),
    problems: () => all().slice(forgotten),
    async forget() {
      await send('deleteCookies');
      await send('open', { url: 'about:blank' });
      forgotten = all().length;
    },
    end,
  };
}
