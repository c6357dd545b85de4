/** What a journey needs of a browser. Each engine has its own way to do it. */
export interface Driver {
  open(url: string): Promise<void>;
  /** Runs a function in the page; its arguments and its result are JSON. */
  run<T, A extends unknown[]>(inPage: (...args: A) => T, ...args: A): Promise<T>;
  /** Waits for the first visible element with this role and accessible name, and taps it as a finger would. */
  tap(role: Role, name: Name): Promise<void>;
  /** Waits for the field with this label, and types. */
  fill(label: string, text: string): Promise<void>;
  /** Chooses an option of the list with this label. */
  choose(label: string, option: string): Promise<void>;
  /** Chooses a file in the field with this label. */
  attach(label: string, file: string): Promise<void>;
  /** Types a key without a field: `Tab`, `Enter`. */
  press(key: Key): Promise<void>;
  back(): Promise<void>;
  /** The window to which calls go. */
  window(): Promise<string>;
  /** All open windows, in any order. */
  windows(): Promise<string[]>;
  /** The calls that follow go to this window. */
  switchTo(window: string): Promise<void>;
  /** Errors that scripts or the pages' policy have reported since the browser started or forgot. */
  problems(): string[];
  /** Leaves the page, and forgets who used it and its problems. Each shop has its own port and so its own storage. */
  forget(): Promise<void>;
  end(): Promise<void>;
}

export type Role = 'button' | 'link' | 'checkbox' | 'radio';
/** The whole accessible name, or a pattern that it matches. */
export type Name = string | RegExp;
export type Key = 'Tab' | 'Enter' | 'Escape';

/** The width and height of a phone's page, in CSS pixels. */
export const PHONE_SIZE = { width: 390, height: 844 };

/** How long to wait for an element. A busy machine needs long. */
export const PATIENCE_MS = 30_000;
