import { endpoint, freshJson } from '#src/server/http/endpoint.ts';
import packageJson from '#package.json' with { type: 'json' };

/** Only says that the process responds, because a restart does not help when the database or the disk fails. */
export const ALL = endpoint({ GET: () => freshJson({ status: 'alive', version: packageJson.version }) });
