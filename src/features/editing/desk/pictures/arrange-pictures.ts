import { movedByDragging } from './drag-pictures.ts';
import { MOVE } from './picture-fields.ts';
import { uploadPhoto } from './upload-photo.ts';

const fill = (template: string | undefined, value: string | number): string =>
  (template ?? '').replace(/\{n(?:ame)?\}/, String(value));

/**
 * Uploads photos as they are chosen, and moves and removes pictures without loading the page. The order is saved with
 * the form.
 */
export function arrangePictures(): void {
  const part = document.querySelector<HTMLElement>('[data-pictures]');
  const form = part?.closest('form');
  if (!part || !form) return;
  const list = part.querySelector('ol')!;
  const value = part.querySelector<HTMLInputElement>('input[name="pictures"]')!;
  const note = part.querySelector<HTMLElement>('[role="status"]')!;
  const uploads = part.querySelector<HTMLElement>('.picture-uploads')!;
  const blank = part.querySelector('template')!;
  const items = () => [...list.querySelectorAll<HTMLLIElement>(':scope > li')];
  let pending = Promise.resolve();
  let left = 0;

  function showOrder(): void {
    value.value = items()
      .map(({ dataset }) => dataset.picture)
      .join(' ');
    for (const [index, item] of items().entries()) {
      const name = fill(note.dataset.number, index + 1);
      item.querySelector('[data-number]')!.textContent = name;
      item.querySelector('img')!.alt = name;
      for (const text of item.querySelectorAll('.picture-acts .vh'))
        text.textContent = text.textContent.replace(/: .*/, `: ${name}`);
      const [earlier, later] = item.querySelectorAll<HTMLButtonElement>('.picture-acts button');
      earlier!.disabled = index === 0;
      later!.disabled = index === items().length - 1;
    }
    // Tells the page's other scripts that the form has changed: the preview, and the question before leaving.
    form!.querySelector('input[name="product_name"]')?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function move(item: HTMLLIElement, act: string, button: HTMLButtonElement): void {
    const next = item.nextElementSibling ?? item.previousElementSibling;
    if (act === 'remove') item.remove();
    else if (act === 'earlier') item.previousElementSibling?.before(item);
    else item.nextElementSibling?.after(item);
    showOrder();
    if (act === 'remove') next?.querySelector<HTMLButtonElement>('.picture-acts button:last-child')?.focus();
    else {
      // A disabled button loses the focus.
      const sibling = act === 'earlier' ? button.nextElementSibling : button.previousElementSibling;
      (button.disabled ? (sibling as HTMLElement) : button).focus();
      note.textContent = fill(note.dataset.moved, items().indexOf(item) + 1);
    }
  }

  function show(name: string, address: string): void {
    if (items().some(({ dataset }) => dataset.picture === name)) return;
    const copy = blank.content.cloneNode(true) as DocumentFragment;
    const item = copy.querySelector('li')!;
    item.dataset.picture = name;
    item.querySelector('img')!.src = address;
    for (const button of item.querySelectorAll('button')) button.value += name;
    for (const area of item.querySelectorAll('textarea')) {
      area.name += name;
      area.id += name;
    }
    for (const label of item.querySelectorAll('label')) label.htmlFor += name;
    list.append(copy);
    showOrder();
  }

  async function add(file: File): Promise<void> {
    const row = document.createElement('li');
    const bar = document.createElement('progress');
    const text = document.createElement('p');
    text.textContent = fill(note.dataset.uploads, file.name);
    row.append(text, bar);
    uploads.append(row);
    const isFull = items().length >= Number(part!.dataset.most);
    const answer = isFull
      ? { problem: note.dataset.full ?? '' }
      : await uploadPhoto(part!.dataset.pictures!, form!, file, (share) => {
          // The server works on a photo that has arrived completely.
          if (share < 1) bar.value = share;
          else bar.removeAttribute('value');
        });
    bar.remove();
    if ('problem' in answer) {
      text.textContent = `${file.name}: ${answer.problem || fill(note.dataset.failed, file.name)}`;
      text.className = 'desk-problem';
      return;
    }
    row.remove();
    show(answer.original, answer.address);
    note.textContent = fill(note.dataset.added, file.name);
  }

  function addAll(files: Iterable<File>): void {
    for (const row of uploads.querySelectorAll('.desk-problem')) row.parentElement!.remove();
    // One after the other, because the server decodes one picture at a time.
    for (const file of files) {
      left++;
      pending = pending.then(() => add(file)).finally(() => left--);
    }
  }

  part.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.files?.length) return;
    const files = [...target.files];
    // Otherwise the form would send them once more.
    target.value = '';
    addAll(files);
  });
  part.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  part.addEventListener('drop', (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    addAll([...event.dataTransfer.files]);
  });
  list.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>(`button[name="${MOVE}"]`);
    const item = button?.closest('li');
    if (!button || !item) return;
    event.preventDefault();
    move(item, button.value.split(' ')[0]!, button);
  });
  movedByDragging(list, showOrder);
  form.addEventListener('submit', (event) => {
    const submitter = event.submitter as HTMLButtonElement | null;
    if (left === 0 || submitter?.formTarget) return;
    event.preventDefault();
    void pending.then(() => form.requestSubmit(submitter));
  });
}
