const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | Html[] | string | number | undefined;

const render = (part: Part): string =>
  part instanceof Html ? part.text : Array.isArray(part) ? part.map(render).join('') : escape(String(part ?? ''));

/** Creates markup; inserted values are escaped unless they are markup themselves. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((string, index) => string + (index < parts.length ? render(parts[index]) : '')).join(''));
