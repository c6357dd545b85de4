import { expect, it } from 'vitest';
import { isSafeObjectStoreUrl, parseObjectStoreUrl } from '#src/settings/environment/object-store-config.ts';

it('the object store setting contains the address of a bucket with its key, and of a folder in it', () => {
  expect(parseObjectStoreUrl('https://key:a%2Fb%2Bc@s3.example:9000/bucket?region=eu-1')).toEqual({
    endpoint: 'https://s3.example:9000/bucket',
    region: 'eu-1',
    accessKeyId: 'key',
    secretAccessKey: 'a/b+c',
    prefix: '',
  });
  expect(parseObjectStoreUrl('https://key:secret@s3.example/bucket/shops/one/')?.prefix).toBe('shops/one/');
});

it.each([
  'https://s3.example/bucket',
  'https://key@s3.example/bucket',
  'https://key:secret@s3.example/',
  'https://key:50%@s3.example/bucket',
  'bucket',
])('the object store setting is invalid as %s', (text) => {
  expect(parseObjectStoreUrl(text)).toBeUndefined();
});

it.each([
  ['https://k:s@s3.example/b', true],
  ['http://k:s@s3.example/b', false],
  ['http://k:s@203.0.113.9:9000/b', false],
  ['http://k:s@[2001:db8::1]/b', false],
  ['http://k:s@172.32.0.1/b', false],
  ['http://k:s@127.0.0.1:9000/b', true],
  ['http://k:s@localhost:9000/b', true],
  ['http://k:s@10.0.0.4/b', true],
  ['http://k:s@172.31.255.1/b', true],
  ['http://k:s@192.168.1.2/b', true],
  ['http://k:s@[fd00::1]/b', true],
  ['http://k:s@minio:9000/b', true],
  ['http://k:s@s3.internal/b', true],
])('the object store at %s is private: %s', (url, isSafe) => {
  expect(isSafeObjectStoreUrl(url)).toBe(isSafe);
});
