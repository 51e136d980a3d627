/** Bytes used, and the limit. */
export interface Gauge {
  readonly used: number;
  readonly limit: number;
}
