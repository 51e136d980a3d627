import type { Config } from './config';
/** The warehouse that all services share. */
export const WAREHOUSE = Symbol('Warehouse');

/** Where the warehouse is. */
export const warehouseOf = ({ SVC_WAREHOUSE: url }: Config): string => url ?? '.svc/warehouse';
