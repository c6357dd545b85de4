/** Holds a form that is submitted before React hydrates it; `use-form.ts` then submits it. */
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.matches('.form:not([data-ready])')) return;
  event.preventDefault();
  form.dataset.early = '';
  form.setAttribute('aria-busy', 'true');
});
