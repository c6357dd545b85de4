/** Ticks the line whose EAN is typed by a scanner or read by the camera. Without either, people tick by hand. */
import { isEan } from '#src/features/catalogue/ean.ts';

interface BarcodeDetector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => BarcodeDetector;

/** Pause between two attempts to read a code. */
const LOOK_MS = 250;
/** A hand scanner types faster than a person. */
const KEY_MS = 100;

export function offerScanner(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-pack]');
  if (!form) return;
  followHandScanner(form);
  const part = <E extends HTMLElement>(selector: string) => form.querySelector<E>(selector)!;
  const Detector = (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const canScan = Detector !== undefined && 'mediaDevices' in navigator;
  part(canScan ? '[data-scanner]' : '[data-no-detector]').hidden = false;
  if (!canScan) return;
  part<HTMLButtonElement>('[data-scan]').addEventListener(
    'click',
    () => void scan(form, part<HTMLVideoElement>('video'), new Detector({ formats: ['ean_13', 'ean_8'] })),
  );
}

/** A scanner types the digits into the focused element, usually followed by Enter or Tab. */
function followHandScanner(form: HTMLFormElement): void {
  let typed = '';
  let last = 0;
  document.addEventListener('keydown', (event) => {
    const { target, key, timeStamp } = event;
    if (timeStamp - last > KEY_MS) typed = '';
    last = timeStamp;
    if (/^\d$/.test(key)) typed += key;
    if (key !== 'Enter' && key !== 'Tab') return;
    const scanned = isEan(typed) ? typed : undefined;
    typed = '';
    const code = isTextField(target) ? takeCode(form, target, scanned) : scanned;
    if (code === undefined) return;
    // Otherwise the key would press a focused button.
    event.preventDefault();
    tick(form, code);
  });
  form.addEventListener('change', ({ target }) => {
    const code = isTextField(target) ? takeCode(form, target) : undefined;
    if (code !== undefined) tick(form, code);
  });
}

const isTextField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'text';

/**
 * Takes a code out of a field for a lot and returns it: what a scanner typed, or the EAN of a line. Other digits stay,
 * because a lot such as 20270124 may look like an EAN.
 */
function takeCode(form: HTMLFormElement, field: HTMLInputElement, scanned?: string): string | undefined {
  const value = field.value.trim();
  const isCode = (text = '') =>
    text !== '' && value.endsWith(text) && (text === scanned || boxOf(form, text) !== undefined);
  const code = [scanned, value, value.slice(-13), value.slice(-8)].find(isCode);
  if (code !== undefined) field.value = value.slice(0, -code.length).trim();
  return code;
}

async function scan(form: HTMLFormElement, video: HTMLVideoElement, detector: BarcodeDetector): Promise<void> {
  const said = saidIn(form);
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch {
    said.textContent = said.dataset.unreadable!; // there is no camera, or the person denied access
    return;
  }
  video.hidden = false;
  await video.play();
  const timer = setInterval(async () => {
    const [code] = await detector.detect(video).catch(() => []);
    if (code) tick(form, code.rawValue);
    if (form.querySelector('input[data-ean]:not([data-ean=""]):not(:checked)')) return;
    clearInterval(timer);
    for (const track of (video.srcObject as MediaStream).getTracks()) track.stop();
    video.hidden = true;
  }, LOOK_MS);
}

const saidIn = (form: HTMLFormElement): HTMLElement => form.querySelector<HTMLElement>('[data-scanned]')!;

const boxOf = (form: HTMLFormElement, ean: string): HTMLInputElement | undefined =>
  ean
    ? [...form.querySelectorAll<HTMLInputElement>('input[data-ean]')].find(({ dataset }) => dataset.ean === ean)
    : undefined;

function tick(form: HTMLFormElement, ean: string): void {
  const said = saidIn(form);
  const box = boxOf(form, ean);
  if (box) box.checked = true;
  said.textContent = box ? ean : `${said.dataset.unknown} ${ean}`;
}
