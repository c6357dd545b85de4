/** Three-way merge of a record: the files, the database, and their last common version. Pure rules. */
import { changedFields, OWN_DISCOUNT, type Fields } from './catalogue-fields.ts';

/** undefined: the record does not exist there. */
export interface Versions {
  files: Fields | undefined;
  draft: Fields | undefined;
  published: Fields | undefined;
  agreed: Fields | undefined;
}

/** A field, or the record itself (`undefined`), that both sides changed in different ways. */
export interface Conflict {
  field: string | undefined;
  files: string | undefined;
  desk: string | undefined;
}

/** Which side wins when both changed: the database (`ours`) or the files (`theirs`). */
export type Choice = 'ours' | 'theirs' | undefined;

export interface Merged {
  draft: Fields | undefined;
  published: Fields | undefined;
  conflicts: Conflict[];
}

/**
 * Takes changes of only one side. Changes in the files are live at once, changes in the desk with their publication.
 */
export function mergeVersions({ files, draft, published, agreed }: Versions, choice: Choice): Merged {
  if (files === undefined || (draft === undefined && (agreed !== undefined || published !== undefined)))
    return mergeExistence({ files, draft, published, agreed }, choice);
  const changed = changedFields(agreed, files).filter((field) => field !== OWN_DISCOUNT);
  const conflicts = draft === undefined ? [] : changed.filter((field) => isConflict(field, { files, draft, agreed }));
  const open =
    choice === undefined ? conflicts.map((field) => ({ field, files: files[field], desk: draft?.[field] })) : [];
  const taken = choice === 'ours' ? changed.filter((field) => !conflicts.includes(field)) : changed;
  return { draft: withFields(draft, files, taken), published: withFields(published, files, taken), conflicts: open };
}

const isConflict = (
  field: string,
  { files, draft, agreed }: { files: Fields; draft: Fields; agreed: Fields | undefined },
): boolean => draft[field] !== agreed?.[field] && draft[field] !== files[field];

function withFields(base: Fields | undefined, files: Fields, fields: string[]): Fields {
  // A new record takes all values of the files, not only changed ones.
  if (base === undefined) return files;
  const merged: Record<string, string> = { ...base };
  for (const field of fields) {
    const value = files[field];
    if (value === undefined) delete merged[field];
    else merged[field] = value;
  }
  return merged;
}

/** One side removed the record. */
function mergeExistence({ files, draft, published, agreed }: Versions, choice: Choice): Merged {
  const kept = { draft, published, conflicts: [] };
  const filesChanged = changedFields(agreed, files).length > 0 || (files === undefined) !== (agreed === undefined);
  if (!filesChanged) return kept;
  const taken = { draft: files, published: files, conflicts: [] };
  const deskChanged = changedFields(agreed, draft).length > 0 || (draft === undefined) !== (agreed === undefined);
  if (!deskChanged || (files === undefined && draft === undefined)) return taken;
  if (choice !== undefined) return choice === 'ours' ? kept : taken;
  return { ...kept, conflicts: [{ field: undefined, files: existence(files), desk: existence(draft) }] };
}

const existence = (fields: Fields | undefined): string => (fields === undefined ? 'removed' : 'changed');
