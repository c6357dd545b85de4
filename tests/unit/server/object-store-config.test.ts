import { expect, it } from 'vitest';
import { parseObjectStoreUrl } from '#src/server/object-store-config.ts';

it('reads the address of a bucket with its key, and of a folder in it', () => {
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
])('finds no bucket in %s', (text) => {
  expect(parseObjectStoreUrl(text)).toBeUndefined();
});
