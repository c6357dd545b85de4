/**
 * Ticks the line whose EAN is typed by a scanner or read by the camera. A code of GS1 also names the lot. Without
 * either, people tick by hand.
 */
import { offerCamera } from '#src/desk/browser/camera-scanner.ts';
import { isEan } from '#src/features/catalogue/ean.ts';
import { readGs1 } from '#src/features/catalogue/lots/gs1.ts';
import { lineOf } from './scanned-line.ts';

/** A hand scanner types faster than a person. */
const KEY_MS = 100;

export function offerScanner(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-pack]');
  if (!form) return;
  followHandScanner(form);
  showProgress(form);
  form.addEventListener('change', () => showProgress(form));
  offerCamera(form.querySelector<HTMLElement>('[data-scanner]')!, (code) => {
    tick(form, code);
    return form.querySelector('input[data-ean]:not([data-ean=""]):not(:checked)') !== null;
  });
}

/** A scanner types the digits into the focused element, usually followed by Enter or Tab. */
function followHandScanner(form: HTMLFormElement): void {
  let typed = '';
  let last = 0;
  /** What the focused element said before the first of these keys. */
  let before: string | undefined;
  document.addEventListener('keydown', (event) => {
    const { target, key, timeStamp } = event;
    if (timeStamp - last > KEY_MS) {
      typed = '';
      before = isOtherField(target) ? target.value : undefined;
    }
    last = timeStamp;
    // Scanners type the separator of a GS1 code as the keys of ASCII 29.
    if (event.ctrlKey && key === ']') typed += '\u001D';
    else if (key.length === 1) typed += key;
    if (key !== 'Enter' && key !== 'Tab') return;
    const digits = typed.replace(/\D/g, '');
    const scanned = gs1Of(typed) ? typed : isEan(digits) ? digits : undefined;
    typed = '';
    const code = isTextField(target) ? takeCode(form, target, scanned) : scanned;
    if (code === undefined) return;
    if (before !== undefined && isOtherField(target)) target.value = before;
    // Otherwise the key would press a focused button, or search.
    event.preventDefault();
    tick(form, code);
  });
  form.addEventListener('change', ({ target }) => {
    const code = isTextField(target) ? takeCode(form, target) : undefined;
    if (code !== undefined) tick(form, code);
  });
}

/** A field for a number or a longer text, which never holds a code. */
const isOtherField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(?:number|tel|email|url)$/.test(target.type));

const isTextField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && (target.type === 'text' || target.type === 'search');

/**
 * Takes a code out of a field and returns it: what a scanner typed, or, in a field for a lot, the EAN of a line. Other
 * digits stay, because a lot such as 20270124 may look like an EAN, and people search for EANs.
 */
function takeCode(form: HTMLFormElement, field: HTMLInputElement, scanned?: string): string | undefined {
  const value = field.value.trim();
  // No field has room for a separator.
  const whole = scanned?.replaceAll('\u001D', '');
  if (scanned !== undefined && gs1Of(scanned) && value.endsWith(whole!)) {
    field.value = value.slice(0, -whole!.length).trim();
    return scanned;
  }
  if (gs1Of(value)) {
    field.value = '';
    return value;
  }
  const isCode = (text = '') =>
    text !== '' &&
    value.endsWith(text) &&
    (text === scanned || (field.form === form && boxOf(form, text) !== undefined));
  const code = [scanned, value, value.slice(-13), value.slice(-8)].find(isCode);
  if (code !== undefined) field.value = value.slice(0, -code.length).trim();
  return code;
}

const boxesOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('input[data-ean]')];

const boxOf = (form: HTMLFormElement, ean: string): HTMLInputElement | undefined =>
  ean ? boxesOf(form).find(({ dataset }) => dataset.ean === ean) : undefined;

const gs1Of = (code: string) => readGs1(code, new Date().toISOString().slice(0, 10));

/** The first scanned lot replaces the proposal; further lots of the same line are added to it. */
function noteLot(box: HTMLInputElement, lot: string): void {
  const field = box.closest('li')!.querySelector<HTMLInputElement>('input[name^="lot-"]');
  if (!field || lot === '') return;
  const before = field.dataset.seen === undefined ? [] : field.value.split(/,\s*/).filter(Boolean);
  field.value = [...new Set([...before, lot])].join(', ');
  field.dataset.seen = '';
}

function tick(form: HTMLFormElement, code: string): void {
  const said = form.querySelector<HTMLElement>('[data-scanned]')!;
  const gs1 = gs1Of(code);
  const ean = gs1?.ean ?? code;
  const lines = boxesOf(form).map((one) => ({
    ...{ box: one, ean: one.dataset.ean ?? '', isTicked: one.checked, lots: one.dataset.lots ?? '' },
  }));
  const line = lineOf(lines, gs1 ?? { ean, lot: '', bestBefore: '' });
  if (line === 'several') {
    said.textContent = `${said.dataset.several} ${ean}`;
    return;
  }
  const box = line?.box;
  if (box) box.checked = true;
  if (box && gs1) noteLot(box, gs1.lot || gs1.bestBefore);
  said.textContent = box ? ean : `${said.dataset.unknown} ${ean}`;
  showProgress(form);
}

/** "2 of 3" beside the button; the page itself says how many lines there are. */
function showProgress(form: HTMLFormElement): void {
  const boxes = boxesOf(form);
  const done = boxes.filter(({ checked }) => checked).length;
  const progress = form.querySelector<HTMLElement>('[data-progress]')!;
  progress.textContent = progress.dataset.progress!.replace('0', String(done));
  progress.classList.toggle('desk-tag-good', done === boxes.length);
}
