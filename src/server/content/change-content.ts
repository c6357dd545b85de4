import { recordAct, type Act } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { Writer } from '../db/database.ts';
import { deleteSetting, findSetting, saveSetting } from '../db/setting.ts';
import { deleteContent, digestOfFile, isReadOnly, readContentText, tryToWrite, writeContent } from './content-file.ts';

/** New contents of changed files by file name; null deletes the file. */
export interface ContentChange {
  files: Record<string, string | Uint8Array | null>;
  /** The audit entry; undefined when nothing changes. */
  act: Act | undefined;
}

/** `folder`: the shop has no write access. */
export interface ReadOnlyContent {
  kind: 'content_read_only';
  values: { folder: string };
}

/**
 * Changes files of CONTENT_DIR and records the act. `change` gets the current file under a lock that all servers of the
 * shop share, and refuses when the file differs from the version that the person saw. The transaction also stores the
 * new contents, so that another process can write the files when this one dies after the commit.
 */
export async function changeContent<E>(
  ctx: Context,
  name: string,
  change: (text: string) => Result<ContentChange, E>,
): Promise<Result<'saved' | 'nothingChanged', E | ReadOnlyContent>> {
  const { config, db } = ctx;
  try {
    const changed = await db.write(async (tx) => {
      await db.lock(tx, 'content');
      await writeCommitted(ctx, tx);
      const result = change(readContentText(config, name));
      if (!result.ok) return result;
      const { files, act } = result.value;
      if (!act) return ok('nothingChanged' as const);
      await recordAct(ctx, tx, act);
      for (const [file, content] of Object.entries(files)) if (content !== null) tryToWrite(config, file, content);
      await saveSetting(tx, COMMITTED, JSON.stringify(describe(config, files)));
      return ok('saved' as const);
    });
    await finishContentChange(ctx);
    return changed;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
    return fail({ kind: 'content_read_only', values: { folder: config.contentDir } });
  }
}

/** Writes the files of committed changes whose process died before it wrote them. */
export async function finishContentChange(ctx: Context): Promise<void> {
  const { db } = ctx;
  if ((await findSetting(db.read, COMMITTED)) === undefined) return;
  await db.write(async (tx) => {
    await db.lock(tx, 'content');
    await writeCommitted(ctx, tx);
  });
}

const COMMITTED = 'content:committed';

interface CommittedChange {
  /** The path of CONTENT_DIR, because servers on several machines may each have their own. */
  folder: string;
  /**
   * `before`: digest of the file at that time; null when it was missing. `content`: in base64; null deletes the file.
   */
  files: { name: string; before: string | null; content: string | null }[];
}

const describe = (config: Context['config'], files: ContentChange['files']): CommittedChange => ({
  folder: config.contentDir,
  files: Object.entries(files).map(([name, content]) => ({
    name,
    before: digestOfFile(config, name),
    content: content === null ? null : Buffer.from(content).toString('base64'),
  })),
});

async function writeCommitted({ config }: Context, tx: Writer): Promise<void> {
  const stored = await findSetting(tx, COMMITTED);
  if (stored === undefined) return;
  const { folder, files } = JSON.parse(stored) as CommittedChange;
  if (folder !== config.contentDir) return;
  for (const { name, before, content } of files) {
    // Already written, or changed by hand since.
    if (digestOfFile(config, name) !== before) continue;
    if (content === null) deleteContent(config, name);
    else writeContent(config, name, Buffer.from(content, 'base64'));
  }
  await deleteSetting(tx, COMMITTED);
}
