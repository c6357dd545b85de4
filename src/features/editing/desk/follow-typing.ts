/** The pause in typing before a preview, because the server renders a page for each. */
const PAUSE_MS = 800;

/**
 * Previews the typed values in a frame, as the shop would show them. Without this script, the buttons open a separate
 * page.
 */
export function followTyping(): void {
  const part = document.querySelector<HTMLElement>('.live-preview');
  const form = part?.closest('form');
  if (!part || !form) return;
  const added = part.querySelector('template')!.content.cloneNode(true) as DocumentFragment;
  const [box, empty] = [added.querySelector('input')!, added.querySelector('iframe')!];
  part.append(added.firstElementChild!);
  const buttons = [...part.querySelectorAll<HTMLButtonElement>('button')];
  let address = (buttons.find(({ dataset }) => 'first' in dataset) ?? buttons[0]!).formAction;
  let shown: HTMLIFrameElement | undefined;
  let next: HTMLIFrameElement | undefined;
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Loads a new frame each time, because a second page in the same frame would add an entry to the browser's history.
   */
  function show(): void {
    next?.remove();
    const frame = empty.cloneNode() as HTMLIFrameElement;
    frame.name = `preview-${++count}`;
    frame.hidden = shown !== undefined;
    frame.addEventListener('load', () => {
      // An empty frame also fires `load`.
      if (frame.contentWindow?.location.href === 'about:blank') return;
      const top = shown?.contentWindow?.scrollY ?? 0;
      shown?.remove();
      frame.hidden = false;
      frame.contentWindow?.scrollTo(0, top);
      [shown, next] = [frame, undefined];
    });
    part!.append(frame);
    next = frame;
    const submit = Object.assign(document.createElement('button'), {
      formAction: address,
      formTarget: frame.name,
      formNoValidate: true,
      hidden: true,
    });
    form!.append(submit);
    form!.requestSubmit(submit);
    submit.remove();
  }

  function hide(): void {
    clearTimeout(timer);
    shown?.remove();
    next?.remove();
    [shown, next] = [undefined, undefined];
  }

  box.addEventListener('change', () => (box.checked ? show() : hide()));
  form.addEventListener('input', ({ target }) => {
    clearTimeout(timer);
    if (box.checked && target !== box) timer = setTimeout(show, PAUSE_MS);
  });
  // While the frame is open, the buttons switch its language.
  for (const button of buttons)
    button.addEventListener('click', (event) => {
      if (!box.checked) return;
      event.preventDefault();
      address = button.formAction;
      show();
    });
}
