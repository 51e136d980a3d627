import type { TableVersion } from '@svc/contracts';

/** Rows in the warehouse: their identity and location. They never change. */
export type StoredRows = Pick<TableVersion, 'data_hash' | 'object'>;
