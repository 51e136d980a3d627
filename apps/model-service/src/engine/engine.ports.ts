import type { Engine, Trainer } from '@svc/runner';

/** The engines of this machine, installed on first use. */
export interface Engines {
  open(engine: Engine, onProgress: (line: string) => void, signal: AbortSignal): Promise<Pick<Trainer, 'train'>>;
}
export const ENGINES = Symbol('Engines');
