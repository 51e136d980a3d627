import type { TileData } from '@svc/contracts';

/** The content of a filter tile: a variable, the chosen value, and the alternatives. */
export type Choice = Pick<Extract<TileData, { state: 'filter' }>, 'variable' | 'value' | 'options'>;
