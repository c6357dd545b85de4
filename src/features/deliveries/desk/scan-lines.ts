/** Each bar code that the camera reads becomes a line: one unit. A hand scanner types the same by itself. */
import { offerCamera } from '#src/desk/browser/camera-scanner.ts';

/** The camera sees a unit for a while. */
const SAME_MS = 2000;

export function scanIntoLines(): void {
  const form = document.querySelector<HTMLFormElement>('[data-delivery]');
  const lines = form?.querySelector('textarea');
  const scanner = form?.querySelector<HTMLElement>('[data-scanner]');
  if (!lines || !scanner) return;
  lines.addEventListener('keydown', (event) => {
    if (!event.ctrlKey || event.key !== ']') return;
    // Scanners type the separator of a GS1 code as the keys of ASCII 29, which write nothing.
    event.preventDefault();
    lines.setRangeText('\u001D', lines.selectionStart, lines.selectionEnd, 'end');
  });
  const seen = new Map<string, number>();
  offerCamera(scanner, (code) => {
    const before = seen.get(code) ?? -Infinity;
    seen.set(code, performance.now());
    if (performance.now() - before > SAME_MS) {
      lines.value = `${lines.value.replace(/\n*$/, '')}\n${code}`.trimStart();
      lines.scrollTop = lines.scrollHeight;
      lines.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return true;
  });
}
