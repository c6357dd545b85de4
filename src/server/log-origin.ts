import { AsyncLocalStorage } from 'node:async_hooks';

/** The request or the job that a line of the log belongs to, across all its awaits. */
type Origin = { req: { id: string } } | { job: string };

const origins = new AsyncLocalStorage<Origin | undefined>();

export const withOrigin = <T>(origin: Origin, act: () => T): T => origins.run(origin, act);

/** Starts work of a request that outlives it, such as a timer or a connection. */
export const withoutOrigin = <T>(act: () => T): T => origins.run(undefined, act);

export const currentOrigin = (): Origin | undefined => origins.getStore();
