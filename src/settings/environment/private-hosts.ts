import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/** Whether a host name or address is this machine's own: `localhost`, 127.0.0.0/8 or ::1, with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(bare);
  return version ? LOOPBACK.check(bare, version === 6 ? 'ipv6' : 'ipv4') : bare.toLowerCase() === 'localhost';
}

/** Whether a URL leads to this machine; false for anything that is not a URL. */
export const isLoopbackUrl = (url: string): boolean => isLoopbackHost(URL.parse(url)?.hostname ?? '');

/**
 * Whether a host is this machine or in a private network: by its address, or a name that resolves only there (`minio`,
 * `s3.internal`).
 */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(bare);
  if (isLoopbackHost(host)) return true;
  return version
    ? PRIVATE.check(bare, version === 6 ? 'ipv6' : 'ipv4')
    : !bare.includes('.') || bare.toLowerCase().endsWith('.internal');
}
