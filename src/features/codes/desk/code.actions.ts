import { numberError, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseEuro, parseUnits, type NumberMistake } from '#src/shared/typed-number.ts';
import { CODE_KINDS, CODE_SCOPES, MOST_PERCENT, normalizeCode } from '../code.ts';
import { addCode, endCode, type CodeRefusal } from '../server/code.service.ts';

export async function actOnNewCode({ ctx, t }: OpenDesk, form: DeskForm): Promise<Result<'codeAdded', DeskError>> {
  const kind = CODE_KINDS.find((known) => known === form.text('kind'));
  const scope = CODE_SCOPES.find((known) => known === form.text('scope'));
  if (!kind || !scope) return fail({ kind: 'code_kind', marked: [kind ? 'scope' : 'kind'] });
  const value = readValue(kind, form.text('value'));
  const amount: DeskError =
    kind === 'percent' ? { kind: 'code_percent', values: { most: MOST_PERCENT } } : { kind: 'code_amount' };
  if (!value.ok) return fail({ ...numberError(value.error, t('codes:desk.value'), amount), marked: ['value'] });
  const minimum = optional(form.text('minimum'), parseEuro);
  if (!minimum.ok)
    return fail({
      ...numberError(minimum.error, t('codes:desk.minimum'), { kind: 'code_minimum_value' }),
      marked: ['minimum'],
    });
  const limits = (['maxUses', 'maxUsesEach'] as const).map((name) => ({ name, read: readLimit(form.text(name)) }));
  const wrong = limits.find(({ read }) => !read.ok);
  if (wrong && !wrong.read.ok)
    return fail({
      ...numberError(wrong.read.error, t(`codes:desk.${wrong.name}`), { kind: 'code_limit' }),
      marked: [wrong.name],
    });
  const [maxUses, maxUsesEach] = limits.map(({ read }) => (read.ok ? read.value : null)) as [number, number];
  const isNarrow = scope === 'products' || scope === 'categories';
  const added = await addCode(ctx, {
    code: normalizeCode(form.text('code')),
    ...{ kind, scope, maxUses, maxUsesEach, value: value.value, minimum: minimum.value ?? 0 },
    startsOn: form.text('from') || null,
    endsOn: form.text('until') || null,
    targets: isNarrow ? targetsIn(form.text('targets'), scope) : [],
    endedAt: null,
  });
  return added.ok ? ok('codeAdded') : fail({ ...added.error, marked: MARKED[added.error.kind] });
}

/** The fields that each refusal is about. */
const MARKED: Record<CodeRefusal['kind'], string[]> = {
  code_text: ['code'],
  code_exists: ['code'],
  code_like_voucher: ['code'],
  no_such_code: ['code'],
  code_percent: ['value'],
  code_days: ['from', 'until'],
  code_without_targets: ['targets'],
  code_unknown_targets: ['targets'],
};

export async function actOnCode({ ctx }: OpenDesk, form: DeskForm): Promise<Result<'codeEnded', DeskError>> {
  const ended = await endCode(ctx, normalizeCode(form.text('code')));
  return ended.ok ? ok('codeEnded') : ended;
}

function readValue(kind: (typeof CODE_KINDS)[number], text: string): Result<number, NumberMistake> {
  if (kind === 'shipping') return ok(0);
  return kind === 'percent' ? parseUnits(text, { min: 1, max: MOST_PERCENT }) : parseEuro(text);
}

const readLimit = (text: string) => optional(text, (typed) => parseUnits(typed, { min: 1 }));

const optional = (
  text: string,
  read: (text: string) => Result<number, NumberMistake>,
): Result<number | null, NumberMistake> => (text === '' ? ok(null) : read(text));

/** Codes of products are in capitals, addresses of categories are not. */
const targetsIn = (text: string, scope: 'products' | 'categories'): string[] => [
  ...new Set((scope === 'products' ? text.toUpperCase() : text.toLowerCase()).split(/[\s,;]+/).filter(Boolean)),
];
