/** Ticks the line whose EAN the camera reads. Only where the browser can read bar codes; elsewhere one ticks by hand. */

interface BarcodeDetector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => BarcodeDetector;

/** A code is looked for this often. */
const LOOK_MS = 250;

export function offerScanner(): void {
  const Detector = (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const form = document.querySelector<HTMLFormElement>('form[data-pack]');
  if (!Detector || !form || !('mediaDevices' in navigator)) return;
  const part = <E extends HTMLElement>(selector: string) => form.querySelector<E>(selector)!;
  part('[data-scanner]').hidden = false;
  part<HTMLButtonElement>('[data-scan]').addEventListener(
    'click',
    () => void scan(form, part<HTMLVideoElement>('video'), new Detector({ formats: ['ean_13', 'ean_8'] })),
  );
}

async function scan(form: HTMLFormElement, video: HTMLVideoElement, detector: BarcodeDetector): Promise<void> {
  const said = form.querySelector<HTMLElement>('[data-scanned]')!;
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch {
    said.textContent = said.dataset.unreadable!; // there is no camera, or the person does not allow it
    return;
  }
  video.hidden = false;
  await video.play();
  const timer = setInterval(async () => {
    const [code] = await detector.detect(video).catch(() => []);
    if (code) tick(form, said, code.rawValue);
    if (form.querySelector('input[data-ean]:not([data-ean=""]):not(:checked)')) return;
    clearInterval(timer);
    for (const track of (video.srcObject as MediaStream).getTracks()) track.stop();
    video.hidden = true;
  }, LOOK_MS);
}

function tick(form: HTMLFormElement, said: HTMLElement, ean: string): void {
  const box = [...form.querySelectorAll<HTMLInputElement>('input[data-ean]')].find(({ dataset }) => dataset.ean === ean);
  if (box) box.checked = true;
  said.textContent = box ? ean : `${said.dataset.unknown} ${ean}`;
}
