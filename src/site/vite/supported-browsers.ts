import browserslist from 'browserslist';

/** Browserslist's names of engines, and Vite's. The others, such as Samsung's, follow one of these. */
const ENGINES: Record<string, string> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'ios',
};

/** The oldest browsers of `browserslist` in package.json, as `build.target` takes them: `['chrome106', 'safari15.6']`. */
export function supportedBrowsers(): string[] {
  const oldest = new Map<string, number>();
  for (const browser of browserslist()) {
    const [name = '', versions = ''] = browser.split(' ');
    const version = parseFloat(versions);
    const engine = ENGINES[name];
    if (engine) oldest.set(engine, Math.min(version, oldest.get(engine) ?? Infinity));
  }
  return [...oldest].map(([engine, version]) => `${engine}${version}`);
}
