/** Shows the checkbox above a table that ticks all rows, and the number of ticked ones. */
export function offerSelectAll(): void {
  for (const label of document.querySelectorAll<HTMLLabelElement>('label[data-select-all]')) {
    label.hidden = false;
    const all = label.querySelector('input')!;
    const form = all.form!;
    const name = label.dataset.selectAll!;
    const boxes = [...form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)];
    const output = form.querySelector<HTMLOutputElement>(`[data-selected="${name}"]`);
    const showNumber = () => {
      const ticked = boxes.filter(({ checked }) => checked).length;
      all.checked = ticked > 0 && ticked === boxes.length;
      if (!output) return;
      output.hidden = ticked === 0;
      output.querySelector('strong')!.textContent = String(ticked);
    };
    all.addEventListener('change', () => {
      for (const box of boxes) box.checked = all.checked;
    });
    form.addEventListener('change', showNumber);
    // Browsers keep ticked boxes when the page is shown again.
    addEventListener('pageshow', showNumber);
    showNumber();
  }
}
