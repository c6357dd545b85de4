export interface Shot {
  file: string;
  scene: string;
  locale: string;
  /** px */
  width: number;
}

/** One HTML page with all pictures: a section a page, a row a width, the languages side by side. */
export function galleryPage(shots: readonly Shot[]): string {
  const scenes = [...new Set(shots.map(({ scene }) => scene))];
  const widths = [...new Set(shots.map(({ width }) => width))];
  const id = (scene: string) => scene.replace(/\W+/g, '-');
  const figures = (scene: string, width: number) =>
    shots
      .filter((shot) => shot.scene === scene && shot.width === width)
      .map(
        ({ file, locale }) =>
          `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${scene}, ${locale}, ` +
          `${width} px"></a><figcaption>${locale} · ${width} px</figcaption></figure>`,
      )
      .join('');
  const sections = scenes.map(
    (scene) =>
      `<h2 id="${id(scene)}">${scene}</h2>${widths.map((width) => `<div>${figures(scene, width)}</div>`).join('')}`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Vitrine: every page</title>
<style>
  body { margin: 2rem; background: #eee; font: 1rem system-ui }
  nav { columns: 16rem }
  nav a { display: block }
  div { display: flex; gap: 1rem; align-items: start; margin-block: 1rem; overflow-x: auto }
  figure { margin: 0; flex: 0 0 auto }
  img { max-width: 30vw; box-shadow: 0 1px 6px #0004 }
</style>
<h1>Vitrine: every page</h1>
<nav>${scenes.map((scene) => `<a href="#${id(scene)}">${scene}</a>`).join('')}</nav>
${sections.join('\n')}
</html>
`;
}
