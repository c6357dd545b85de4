/** Messages from a server to its parent: its port once it listens, and that a build with other code needs a new server. */
export type ServerMessage = { listening: number } | 'outdated';

/** Message to a server whose successor has taken over its socket. */
export const RETIRE = 'retire';

/** Sends to the parent process; without a parent nothing happens. */
export const notifyParent = (message: ServerMessage): void => void process.send?.(message);
