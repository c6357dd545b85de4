import { FORM_TOKEN } from '#src/desk/form-token.ts';
import { CROP, PHOTOS } from './picture-fields.ts';

/** The answer of the upload's endpoint. `problem`: a sentence for the person; '' without an answer. */
export type PhotoAnswer = { original: string; address: string } | { problem: string };

/** Sends one photo. `onProgress` gets the share that has been sent, from 0 to 1; `fetch` does not report it. */
export function uploadPhoto(
  address: string,
  form: HTMLFormElement,
  file: File,
  onProgress: (share: number) => void,
): Promise<PhotoAnswer> {
  const body = new FormData();
  const valueOf = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? '';
  body.set(FORM_TOKEN, valueOf(FORM_TOKEN));
  body.set(CROP, valueOf(CROP));
  body.set(PHOTOS, file);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('loadend', () => resolve(answerOf(request)));
    request.send(body);
  });
}

/** After the end of a session the answer is the sign-in page. */
function answerOf({ responseText }: XMLHttpRequest): PhotoAnswer {
  try {
    return JSON.parse(responseText) as PhotoAnswer;
  } catch {
    return { problem: '' };
  }
}
