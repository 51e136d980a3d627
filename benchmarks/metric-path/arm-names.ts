export const COMPUTED = 'metric, another filter';
export const KNOWN = 'metric, known';
export const ME = 'GET /api/me';
/** Identified, counted, validated, sent over NATS to a handler that asks nobody; answered before its audit record. */
export const FLOOR = 'gateway + NATS + nothing';
export const PAGE_COMPUTED = 'page, another filter';
export const PAGE_KNOWN = 'page, known';
export const CUBE_KNOWN = 'Cube, known';
