/** Shows the checkbox in a table's head that ticks all rows. Without scripts people tick each. */
export function offerSelectAll(): void {
  for (const all of document.querySelectorAll<HTMLInputElement>('input[data-select-all]')) {
    all.hidden = false;
    all.addEventListener('change', () => {
      for (const box of all.form!.querySelectorAll<HTMLInputElement>(`input[name="${all.dataset.selectAll}"]`))
        box.checked = all.checked;
    });
  }
}
