/** Shows the checkbox above a table that ticks all rows. Without scripts people tick each. */
export function offerSelectAll(): void {
  for (const label of document.querySelectorAll<HTMLLabelElement>('label[data-select-all]')) {
    label.hidden = false;
    const all = label.querySelector('input')!;
    all.addEventListener('change', () => {
      for (const box of all.form!.querySelectorAll<HTMLInputElement>(`input[name="${label.dataset.selectAll}"]`))
        box.checked = all.checked;
    });
  }
}
