import { decodeEntities } from './html.ts';

/** A form as a browser would send it with one of its buttons. */
export interface HtmlForm {
  /** '' is the page's own address. */
  action: string;
  isPost: boolean;
  /** All fields but files, with the button's name and value. */
  fields: Record<string, string>;
}

const attribute = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s>/])`).exec(tag);
  return value ? decodeEntities(value[1] ?? '') : undefined;
};

const tagsIn = (html: string, names: string): string[] =>
  [...html.matchAll(new RegExp(`<(?:${names})\\b[^>]*>`, 'g'))].map(([tag]) => tag);

/** All forms of a page, each once for each of its buttons. Boxes are ticked, and lists have their first value. */
export function formsIn(html: string): HtmlForm[] {
  const outside = tagsIn(html, 'input|select|textarea|button').filter((tag) => attribute(tag, 'form'));
  return [...html.matchAll(/(<form\b[^>]*>)([^]*?)<\/form>/g)].flatMap(([, open = '', body = '']) => {
    const id = attribute(open, 'id');
    const inside = tagsIn(body, 'input|select|option|textarea|button').filter((tag) => !attribute(tag, 'form'));
    const parts = [...inside, ...outside.filter((tag) => attribute(tag, 'form') === id)];
    const fields: Record<string, string> = {};
    let list: string | undefined;
    for (const tag of parts) {
      const name = attribute(tag, 'name');
      if (tag.startsWith('<option') && list && !fields[list]) fields[list] = attribute(tag, 'value') ?? '';
      else if (name && !tag.startsWith('<button') && attribute(tag, 'type') !== 'file')
        fields[name] ??= attribute(tag, 'value') ?? '';
      if (!tag.startsWith('<option')) list = tag.startsWith('<select') ? name : undefined;
    }
    const isPost = attribute(open, 'method') === 'post';
    const action = attribute(open, 'action') ?? '';
    const buttons = parts.filter((tag) => tag.startsWith('<button') && attribute(tag, 'type') !== 'button');
    return (buttons.length > 0 ? buttons : ['']).map((tag) => {
      const name = attribute(tag, 'name');
      return {
        action: attribute(tag, 'formaction') ?? action,
        isPost,
        fields: { ...fields, ...(name && { [name]: attribute(tag, 'value') ?? '' }) },
      };
    });
  });
}
