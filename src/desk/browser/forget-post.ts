/**
 * Going back to or reloading a page that responded to a form directly, such as a refused one, loads it with GET.
 * Otherwise the browser would send the form again, or show its own error page.
 */
export function forgetPost(): void {
  if ('posted' in document.body.dataset) history.replaceState(history.state, '', location.href);
}
