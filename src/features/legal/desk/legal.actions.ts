import { mistakesIn, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { findActsOn } from '#src/server/audit/audit.repository.ts';
import { LEGAL_PAGES, type LegalPage } from '#src/shared/paths.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import {
  legalFileName,
  readLegalFile,
  saveLegal,
  type LegalFields,
  type LegalFile,
  type LegalRefusal,
} from '../server/edit-legal.service.ts';

interface LegalAddress {
  page: LegalPage;
  locale: Locale;
}

/** The legal text named in the URL. */
export function legalAddress(page: string | undefined, locale: string | undefined): LegalAddress | undefined {
  const known = {
    page: LEGAL_PAGES.find((name) => name === page),
    locale: LOCALE_CODES.find((code) => code === locale),
  };
  return known.page && known.locale ? { page: known.page, locale: known.locale } : undefined;
}

/** The typed fields. Browsers send line ends as CR LF. */
export const typedLegal = (form: DeskForm): LegalFields => ({
  title: form.text('title'),
  description: form.text('description'),
  updated: form.text('updated'),
  draft: form.has('draft'),
  valid_from: form.text('valid_from'),
  valid_to: form.text('valid_to'),
  markdown: form.raw('markdown').replaceAll('\r\n', '\n'),
});

interface LegalProblem extends DeskError {
  /** The file that somebody else saved meanwhile. */
  now?: LegalFile;
}

export async function saveLegalFrom(
  { ctx, t }: OpenDesk,
  address: LegalAddress,
  form: DeskForm,
): Promise<Result<'textSaved' | 'nothingChanged', LegalProblem>> {
  const saved = await saveLegal(ctx, { ...address, digest: form.text('digest'), typed: typedLegal(form) });
  return saved.ok ? ok(saved.value === 'saved' ? 'textSaved' : 'nothingChanged') : fail(legalProblem(t, saved.error));
}

/** Why a text is refused, with the form's field names. */
export function legalProblem(t: Translate, error: LegalRefusal): LegalProblem {
  const marked = markedBy(error);
  if (error.kind !== 'content_mistakes') return { ...error, marked };
  const named: Record<string, string> = {
    title: t('desk:legal.name'),
    description: t('desk:legal.description'),
    updated: t('desk:legal.updated'),
    valid_from: t('desk:legal.validFrom'),
    valid_to: t('desk:legal.validTo'),
  };
  const labelOf = (field: string) => named[field] ?? field;
  const values = { where: error.fields.map(labelOf).join(', ') };
  return { kind: error.kind, values, marked, mistakes: mistakesIn(t, marked, labelOf) };
}

/** The fields that a refusal is about. */
function markedBy(error: LegalRefusal): string[] {
  switch (error.kind) {
    case 'content_mistakes':
      return error.fields;
    case 'legal_day_kept':
      return ['updated'];
    case 'legal_not_valid':
      return ['valid_from', 'valid_to'];
    case 'content_changed':
    case 'content_read_only':
      return [];
    default:
      return ['markdown'];
  }
}

interface LegalVersion {
  /** Id of the audit entry. */
  id: number;
  /** When and by whom this version was replaced. */
  at: string;
  who: string;
  file: LegalFile;
}

/** Versions that were replaced in the desk, newest first. */
export async function legalVersions({ ctx }: OpenDesk, { page, locale }: LegalAddress): Promise<LegalVersion[]> {
  const acts = await findActsOn(ctx.db.read, 'content', legalFileName(page, locale));
  const textOf = (json: string | null) => (json === null ? '' : (JSON.parse(json) as { text: string }).text);
  return acts.map(({ id, at, who, before }) => ({ id, at, who, file: readLegalFile(textOf(before)) }));
}
