import type { Coding } from '#src/server/http/negotiation.ts';

/** A response before it is adapted to a request. */
export interface OutgoingResponse {
  status: number;
  /** Lower-case names and values in turn, without those that `sendResponse` adds. */
  headers: readonly string[];
  /** Request headers by which the response varies, beside its coding. */
  vary?: string | undefined;
  /** Always weak, because compressed and uncompressed bodies share it. */
  etag?: string | undefined;
  /** Another tag that also gets a 304. */
  alternativeTag?: string | undefined;
  /** Whether `bytes` can return compressed bytes. */
  isCompressible: boolean;
  /** Whether it is a page for everybody. A response for one person is never compressed with a dictionary. */
  isPublicPage: boolean;
  /** Bytes of the plain body, where they are known without reading it. */
  size?: number | undefined;
  bytes: (coding?: Coding) => Buffer | Promise<Buffer>;
}
