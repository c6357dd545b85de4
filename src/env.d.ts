declare namespace App {
  interface Locals {
    ctx: import('./server/context.ts').Context;
    /** Network address of the caller. */
    address: string;
    /** Names the request in the log; `astro dev` and the build have none. */
    requestId?: string | undefined;
    /** Whether the request was made on this machine, past no front server. */
    isFromThisMachine: boolean;
    /** The page's language, its texts and the navigation's categories; calls of the API have none. */
    frame: import('./features/catalogue/server/page-frame.ts').PageFrame;
    /** What a page of the desk works with; other pages have none. */
    desk: import('./desk/server/guard.ts').AnyDesk;
    /** The checked form of a write to the desk, or that it was too large to read. */
    deskForm?: import('./desk/server/desk-form.ts').DeskForm | typeof import('./desk/server/desk-form.ts').TOO_LARGE | undefined;
    /** Why the desk refuses an address, for the page that says so. */
    deskRefusal?: import('./server/http/errors.ts').ErrorKind;
    /** The request's body, which was complete before the request got its turn; `astro dev` has none. */
    received?: import('./site/serve/places.ts').Received | undefined;
    /** Takes the pattern of the route that answers. */
    tellRoute?: ((pattern: string) => void) | undefined;
    /** The page that tells of a failure of our own, where the build has one. */
    failurePage?: ((error: unknown) => Promise<Response | undefined>) | undefined;
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** src/features/checkout/cart.directive.ts */
    'client:cart'?: boolean;
  }
}

/** The address of a browser module as a file of its own (src/site/vite/chunk-url.ts). */
declare module '*?chunk-url' {
  const url: string;
  export default url;
}

/** The addresses of a browser module that is built once per language, by the route's `[...locale]` parameter; '' for the default language. */
declare module '*?chunk-urls' {
  const urls: Record<string, string>;
  export default urls;
}

/** The same, sharing its modules with the islands. */
declare module '*?shared-chunk-url' {
  const url: string;
  export default url;
}

/** A browser module and all it imports as one script to stand in the page (src/site/vite/inline-scripts.ts). */
declare module '*?inline-script' {
  const code: string;
  export default code;
}
