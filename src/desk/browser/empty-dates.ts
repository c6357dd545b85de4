/**
 * Marks date fields without a value. Safari shows the present day in them, so they look filled in
 * (src/desk/styles/forms.scss).
 */
export function markEmptyDates(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input:is([type="date"], [type="datetime-local"])')) {
    const mark = () => field.toggleAttribute('data-empty', field.value === '');
    mark();
    field.addEventListener('input', mark);
  }
}
