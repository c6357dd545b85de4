/** A form that is sent before its island arrived is kept until that sends it (`use-form.ts`). */
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.matches('.form:not([data-ready])')) return;
  event.preventDefault();
  form.dataset.early = '';
  form.setAttribute('aria-busy', 'true');
});
