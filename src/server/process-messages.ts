/** Messages between a server process and its parent (src/cli/serve-shop.ts). */

/** From the server: it listens on this port, or a build with other code is published. */
export type ServerMessage = { listening: number } | 'outdated';

/** To the server: its successor has taken over the socket. */
export const RETIRE = 'retire';

/** Sends to the parent process; does nothing without a parent. */
export const notifyParent = (message: ServerMessage): void => void process.send?.(message);
