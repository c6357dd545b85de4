import type { Readable } from 'node:stream';
import type { Coding } from '#src/server/http/negotiation.ts';

/** A response before it is adapted to a request. */
export interface OutgoingResponse {
  status: number;
  /** Lower-case names and values in turn, without those that `sendResponse` adds. */
  headers: readonly string[];
  /** Request headers by which the response varies, besides its encoding. */
  vary?: string | undefined;
  /** Always weak, because compressed and uncompressed bodies share it. */
  etag?: string | undefined;
  /** Another tag that also gets a 304. */
  alternativeTag?: string | undefined;
  /** Whether `bytes` can return compressed bytes. */
  isCompressible: boolean;
  /** Whether it is a public page. A response for one person is never compressed with a dictionary. */
  isPublicPage: boolean;
  /** Size of the plain body, if it is known without reading it. */
  size?: number | undefined;
  /** The body of a large file, in place of `bytes`. */
  content?: Readable | undefined;
  bytes: (coding?: Coding) => Buffer | Promise<Buffer>;
}
