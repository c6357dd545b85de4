import { endpoint, freshJson } from '#src/server/http/endpoint.ts';
import packageJson from '#package.json' with { type: 'json' };

export const prerender = false;
/** Only says that the process answers: whoever restarts dead servers must not restart one whose database or disk is at fault. */
export const ALL = endpoint({ GET: () => freshJson({ status: 'alive', version: packageJson.version }) });
