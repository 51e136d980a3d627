/** The warehouse that all services share. */
export const WAREHOUSE = Symbol('Warehouse');
