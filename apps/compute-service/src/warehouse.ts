import type { Warehouse } from '@svc/warehouse';

/** The warehouse that all services share, as this one sees it. */
export type SharedWarehouse = Warehouse;
export const WAREHOUSE = Symbol('Warehouse');
