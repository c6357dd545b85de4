declare namespace App {
  interface Locals {
    ctx: import('./server/context.ts').Context;
    /** Network address of the caller. */
    address: string;
    /** Identifies the request in the log; `astro dev` and the build have none. */
    requestId?: string | undefined;
    /** Whether the request was made directly on this machine, without a proxy. */
    isFromThisMachine: boolean;
    /** The page's language, its texts and the navigation's categories; calls of the API have none. */
    frame: import('./features/catalogue/server/page-frame.ts').PageFrame;
    /** The context of a page of the desk; other pages have none. */
    desk: import('./desk/server/guard.ts').AnyDesk;
    /** How much waits in the desk's sections. The desk itself knows no feature, so the middleware passes it in. */
    deskWaiting: () => Promise<import('./desk/desk-paths.ts').Waiting>;
    /** The checked form of a write to the desk, or that it was too large to read. */
    deskForm?:
      | import('./desk/server/desk-form.ts').DeskForm
      | typeof import('./desk/server/desk-form.ts').TOO_LARGE
      | undefined;
    /** Why the desk refuses a request, for its error page. */
    deskRefusal?: import('./server/http/errors.ts').ErrorKind;
    /** The request's complete body; `astro dev` has none. */
    received?: import('./site/serve/places.ts').Received | undefined;
    /** Takes what follows the response's headers, to send it while it is read; `astro dev` has none. */
    sendLater?: ((content: import('node:stream').Readable) => void) | undefined;
    /** Reports the pattern of the matching route. */
    tellRoute?: ((pattern: string) => void) | undefined;
    /** The built 500 page, if there is one. */
    failurePage?: ((error: unknown) => Promise<Response | undefined>) | undefined;
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** src/features/checkout/cart.directive.ts */
    'client:cart'?: boolean;
  }
}

/** The URL of a browser module as a separate file (src/site/vite/chunk-url.ts). */
declare module '*?chunk-url' {
  const url: string;
  export default url;
}

/**
 * The URLs of a browser module that is built once per language, by the route's `[...locale]` parameter; '' for the
 * default language.
 */
declare module '*?chunk-urls' {
  const urls: Record<string, string>;
  export default urls;
}

/** The URL of a chunk that shares its modules with the islands. */
declare module '*?shared-chunk-url' {
  const url: string;
  export default url;
}
declare module '*?shared-chunk-url&voucher' {
  const url: string;
  export default url;
}
declare module '*?shared-chunk-url&offer' {
  const url: string;
  export default url;
}
declare module '*?shared-chunk-url&express' {
  const url: string;
  export default url;
}

/** A browser module and all its imports as one inline script (src/site/vite/inline-scripts.ts). */
declare module '*?inline-script' {
  const code: string;
  export default code;
}
