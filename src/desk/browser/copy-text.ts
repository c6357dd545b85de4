/** Shows the buttons that copy a text. Without scripts or a clipboard, people select the text. */
export function offerCopies(): void {
  if (!('clipboard' in navigator)) return;
  for (const box of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    box.hidden = false;
    box.querySelector('button')!.addEventListener('click', () => void copy(box));
  }
}

async function copy(box: HTMLElement): Promise<void> {
  const said = box.querySelector<HTMLElement>('[data-copied]')!;
  await navigator.clipboard.writeText(box.dataset.copy!);
  said.textContent = said.dataset.copied!;
}
