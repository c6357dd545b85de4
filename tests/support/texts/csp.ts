import { createHash } from 'node:crypto';

export type Policy = Record<string, string[]>;

export function parsePolicy(header: string | undefined): Policy {
  const directives = (header ?? '').split(';').map((directive) => directive.trim().split(/\s+/));
  return Object.fromEntries(directives.filter(([name]) => name).map(([name = '', ...sources]) => [name, sources]));
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const SCRIPT_TYPES = new Set(['', 'module', 'text/javascript', 'importmap', 'speculationrules']);
const attribute = (tag: string, name: string) => new RegExp(`\\s${name}=["']?([^"'\\s>]*)`, 'i').exec(tag)?.[1];

/**
 * Everything in the page that its own policy would block: inline code without a hash, style attributes, handlers, other
 * hosts.
 */
export function violations(html: string, policy: Policy): string[] {
  const found: string[] = [];
  const inline = (element: 'script' | 'style', directive: string) => {
    for (const [, tag = '', text = ''] of html.matchAll(
      new RegExp(`<${element}([^>]*)>([\\s\\S]*?)</${element}>`, 'gi'),
    )) {
      if (
        element === 'script' &&
        (attribute(tag, 'src') !== undefined || !SCRIPT_TYPES.has(attribute(tag, 'type') ?? ''))
      )
        continue;
      if (!policy[directive]?.includes(hashOf(text))) found.push(`${directive}: <${element}> ${text.slice(0, 60)}`);
    }
  };
  inline('script', 'script-src');
  inline('style', 'style-src');
  const markup = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '');
  for (const [tag] of markup.matchAll(/<[a-z][^>]*\s(?:style|on[a-z]+)=[^>]*>/gi))
    found.push(`attribute: ${tag.slice(0, 80)}`);
  for (const [tag] of html.matchAll(/<(?:script|img|source|link rel="?(?:stylesheet|preload|icon))[^>]*>/gi))
    for (const name of ['src', 'href']) {
      const address = attribute(tag, name);
      if (address && /^(https?:)?\/\//.test(address)) found.push(`another host: ${address}`);
    }
  return found;
}

/** Hashes of a policy that match nothing in the page. */
export function needlessHashes(html: string, policy: Policy): string[] {
  const used = new Set(
    [...html.matchAll(/<(script|style)[^>]*>([\s\S]*?)<\/\1>/gi)].map(([, , text = '']) => hashOf(text)),
  );
  return Object.values(policy)
    .flat()
    .filter((source) => source.startsWith("'sha256-") && !used.has(source));
}
