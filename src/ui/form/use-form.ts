import { useEffect, useId, useRef, useState, type SubmitEvent, type InputEvent } from 'react';
import type { FetchError } from '#src/shared/fetch-json.ts';
import type { Result } from '#src/shared/result.ts';
import { forgetDraft, keepDraft } from './draft.ts';
import {
  controlsOf,
  messageOf,
  openControlsOf,
  refusedByApi,
  refusedByForm,
  type FieldErrors,
  type Values,
} from './form-errors.ts';
import type { FormTexts } from './form-texts.ts';

interface Options<T> {
  texts: FormTexts;
  /** Shown above the fields when some are refused, or when the API gives no reason. */
  failed?: string;
  /** Errors that the server rendered into the page. */
  initial?: { errors?: FieldErrors | undefined; problem?: string | undefined };
  /** Errors beyond the fields' own attributes (required, type, pattern). */
  check?: (values: Values) => FieldErrors;
  send: (values: Values) => Promise<Result<T, FetchError>>;
  onDone: (answer: T, values: Values) => void;
  /** Name of the draft that keeps typed text until the form was sent (draft.ts). */
  draft?: string;
}

interface State {
  busy: boolean;
  errors: FieldErrors;
  /** The error of the form as a whole. */
  problem: string;
  /** Number of refusals, so that each one is announced again. */
  refusals: number;
}

export type Form = ReturnType<typeof useForm>;

/** A form that checks its fields, sends them to the API once at a time, and shows errors beside the fields. */
export function useForm<T>({ texts, failed, initial = {}, check, send, onDone, draft }: Options<T>) {
  const id = `form${useId()}`;
  const ref = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [state, setState] = useState<State>({
    busy: false,
    errors: initial.errors ?? {},
    problem: initial.problem ?? '',
    refusals: 0,
  });

  const refuse = (errors: FieldErrors, problem: string) =>
    setState(({ refusals }) => ({ busy: false, errors, problem, refusals: refusals + 1 }));

  const submit = async (form: HTMLFormElement) => {
    if (sending.current) return;
    const values = Object.fromEntries(new FormData(form)) as Values;
    const wrong = { ...check?.(values), ...refusedByForm(form, texts) };
    if (Object.keys(wrong).length > 0) return refuse(wrong, failed ?? texts.invalid);
    sending.current = true;
    setState((before) => ({ ...before, busy: true, errors: {}, problem: '' }));
    const answer = await send(values);
    sending.current = false;
    if (answer.ok) {
      setState((before) => ({ ...before, busy: false }));
      if (draft) forgetDraft(draft);
      return onDone(answer.value, values);
    }
    const { errors, others } = refusedByApi(form, answer.error);
    if (Object.keys(errors).length > 0) return refuse(errors, failed ?? texts.invalid);
    // A message without a matching field of this form must be shown all the same.
    refuse({}, others.at(-1) ?? messageOf(answer.error, texts, failed ?? texts.unknown));
  };

  const forget = (names: readonly string[]) =>
    setState((before) => {
      const errors = Object.fromEntries(Object.entries(before.errors).filter(([name]) => !names.includes(name)));
      // The message asks for the fields that are marked.
      return { ...before, errors, problem: Object.keys(errors).length > 0 ? before.problem : '' };
    });
  const refused = Object.keys(state.errors);
  // Another choice, such as to collect the order, has disabled refused fields.
  useEffect(() => {
    if (refused.length === 0 || !ref.current) return;
    const shown = openControlsOf(ref.current).map(({ name }) => name);
    const gone = refused.filter((name) => !shown.includes(name));
    if (gone.length > 0) forget(gone);
  });

  // In an effect, because the error must be rendered before the screen reader reads the field.
  useEffect(() => {
    if (state.refusals > 0)
      controlsOf(ref.current!)
        .find(({ name }) => state.errors[name])
        ?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- only a refusal moves the focus, not the removal of an error
  }, [state.refusals]);

  useEffect(() => {
    const form = ref.current;
    if (!form) return; // the server has rendered the form's success already
    // hold-early-submit.ts holds a form that was submitted before.
    form.dataset.ready = '';
    form.removeAttribute('aria-busy');
    if (draft) keepDraft(form, draft);
    if (form.dataset.early !== undefined) form.requestSubmit();
  }, [draft]);

  return {
    ...state,
    texts,
    idOf: (name: string) => `${id}${name}`,
    attributes: {
      ref,
      className: 'form',
      // `refusedByForm` checks the fields, with the shop's texts.
      noValidate: true,
      // The browser never submits the form itself, so that no password gets into a URL.
      method: 'dialog',
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault();
        void submit(event.currentTarget);
      },
      onInput({ target }: InputEvent<HTMLFormElement>) {
        // Also without an error of its own, because its value may disable other fields.
        if (refused.length > 0) forget([(target as HTMLInputElement).name]);
      },
    },
  } as const;
}
