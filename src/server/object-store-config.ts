import { isPrivateHost } from './http/this-machine.ts';

/** The bucket that the servers of a shop share. */
export interface ObjectStorePlace {
  /** The bucket's address. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Of all names in the bucket: empty, or with a slash at its end. */
  prefix: string;
}

export const OBJECT_STORE_EXAMPLE = 'https://key:secret@s3.example/bucket?region=eu-central-1';

/** Reads `https://key:secret@host/bucket/prefix?region=…`; undefined when a part is missing or cannot be read. */
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

/** Whether nobody on the way can read or change what is stored: TLS, or a network of the owner's. */
export function isSafeObjectStoreUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url !== null && isPrivateHost(url.hostname));
}

/** undefined for a percent sign that begins no character, such as in `50%`. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
