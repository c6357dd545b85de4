import { allProducts } from '#src/features/catalogue/server/all-products.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { cellOf } from '#src/server/content/edit-written.ts';
import { markdownProblem, type MarkdownProblem } from '#src/server/content/markdown-limits.ts';
import type { Context } from '#src/server/context.ts';
import { renderMarkdown } from '#src/server/safe-html.ts';
import type { PageHead } from '#src/shared/page-head.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { StoryView } from './stories.pages.ts';

/** What was typed into a story's form, as the shop would show it in a language. */
export async function previewStory(
  ctx: Context,
  locale: Locale,
  typed: Record<string, string>,
): Promise<Result<Pick<StoryView, 'text' | 'lang' | 'picture'> & { head: PageHead }, { kind: MarkdownProblem }>> {
  const [title = '', description = '', markdown = ''] = (['title', 'description', 'markdown'] as const).map(
    (part) => typed[cellOf(part, locale)],
  );
  const problem = markdownProblem(markdown);
  if (problem) return fail({ kind: problem });
  const products = typed.picture ? await allProducts(ctx, locale) : [];
  return ok({
    head: { title, description, path: undefined, personal: true },
    text: { title, description, html: renderMarkdown(markdown).html },
    lang: undefined,
    picture: products.find(({ code }) => code === typed.picture)?.picture || null,
  });
}
