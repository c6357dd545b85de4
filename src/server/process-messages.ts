/** What a server tells the process that began it: its port once it answers, and that a build with other code waits for the next server. */
export type ServerMessage = { listening: number } | 'outdated';

/** Tells a server that the next one has taken over its socket. */
export const RETIRE = 'retire';

/** To the process that began this one; nobody hears it where there is none. */
export const tellParent = (message: ServerMessage): void => void process.send?.(message);
