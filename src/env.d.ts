declare namespace App {
  interface Locals {
    ctx: import('./server/context.ts').Context;
    /** Carries the request's id. */
    log: import('pino').Logger;
  }
}
