/** Words for "each row stands for itself", where a unit is asked for. */
export const EACH_ROW: ReadonlySet<string> = new Set(['row', 'rows', 'record', 'observation']);
