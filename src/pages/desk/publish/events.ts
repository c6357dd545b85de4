import type { APIRoute } from 'astro';
import { loadPagesState } from '#src/features/editing/desk/publish.loader.ts';

/**
 * One event with the builder's progress. The browser reconnects after `retry`, so no connection stays open between two
 * events, and another server process may send the next one.
 */
export const GET: APIRoute = async ({ locals }) => {
  const { state, done, total } = await loadPagesState(locals.ctx);
  return new Response(`retry: 700\ndata: ${JSON.stringify({ state, done, total })}\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  });
};
