import type { TableVersion } from '@svc/contracts';

/** Rows in the warehouse: which they are, and where they lie. They never change. */
export type StoredRows = Pick<TableVersion, 'data_hash' | 'object'>;
