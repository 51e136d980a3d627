import type { TileData } from '@svc/contracts';

/** What a filter tile shows: a variable, the value chosen, and what else may be. */
export type Choice = Pick<Extract<TileData, { state: 'filter' }>, 'variable' | 'value' | 'options'>;
