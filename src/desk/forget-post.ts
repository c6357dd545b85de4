/**
 * A page that answers a form directly, such as a refused one, is asked for with GET when somebody goes back to it or reloads it.
 * Otherwise the browser would send the form once more, or show an error page of its own.
 */
export function forgetPost(): void {
  if ('posted' in document.body.dataset) history.replaceState(history.state, '', location.href);
}
