import { isPrivateHost } from './private-hosts.ts';

/** The bucket that the servers of a shop share. */
export interface ObjectStorePlace {
  /** The bucket's address. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Prefix of all names in the bucket: empty, or ending with a slash. */
  prefix: string;
}

export const OBJECT_STORE_EXAMPLE = 'https://key:secret@s3.example/bucket?region=eu-central-1';

/** Parses `https://key:secret@host/bucket/prefix?region=…`; undefined when a part is missing or invalid. */
export function parseObjectStoreUrl(text: string): ObjectStorePlace | undefined {
  const url = URL.parse(text);
  const [bucket, ...prefix] = url?.pathname.split('/').filter(Boolean) ?? [];
  if (!url?.username || !url.password || !bucket) return undefined;
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decode);
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return {
    endpoint: `${url.origin}/${bucket}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    prefix: prefix.map((part) => `${part}/`).join(''),
  };
}

/** Whether the connection is protected: by TLS, or because it stays in the owner's network. */
export function isSafeObjectStoreUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url !== null && isPrivateHost(url.hostname));
}

/** undefined for a percent sign without a valid code, such as in `50%`. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
