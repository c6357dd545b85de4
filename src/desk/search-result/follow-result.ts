import { shownResult, type ResultFields } from './shown-result.ts';

/** Shows what is typed. Without this script, a result shows what was saved. */
export function followResults(): void {
  for (const result of document.querySelectorAll<HTMLElement>('[data-result]')) {
    const form = result.closest('form')!;
    const fields = JSON.parse(result.dataset.result!) as ResultFields;
    const at = (part: string) => result.querySelector<HTMLElement>(`[data-part="${part}"]`)!;
    const valueOf = (name: string) => {
      const field = form.elements.namedItem(name);
      return field instanceof HTMLInputElement ? field.value.trim() : '';
    };
    const show = () => {
      const { title, description, isTitleLong, isDescriptionLong } = shownResult(fields, valueOf);
      at('title').textContent = title;
      at('description').textContent = description;
      at('title-length').textContent = String(title.length);
      at('description-length').textContent = String(description.length);
      at('title-long').hidden = !isTitleLong;
      at('description-long').hidden = !isDescriptionLong;
    };
    show();
    form.addEventListener('input', show);
  }
}
