import { join } from 'node:path';
import type { Provider } from '@nestjs/common';
import type { Attestation } from '@svc/contracts';
import { ORACLE_SETTINGS } from '../src/oracle/oracle-process';
import { ORACLE } from '../src/run/run.ports';
import { aRowsSuggestion } from './builders';

/** Most verdicts are `libs/oracle`'s to test. */
export function scriptedOracle(world: { readonly attestation: Attestation }): Provider {
  return {
    provide: ORACLE,
    useValue: {
      judge: () => Promise.resolve({ attestation: world.attestation, pictures: null }),
      suggest: () => Promise.resolve(aRowsSuggestion),
      contentOf: () => Promise.resolve(null),
    },
  };
}

/** The oracle in its own process, from the current sources. */
export const realOracle: Provider = {
  provide: ORACLE_SETTINGS,
  useValue: {
    program: join(__dirname, '../src/oracle/test/run-oracle-worker.js'),
    memoryMb: 512,
    timeoutMs: 60_000,
    mostRows: 10_000,
    walls: null,
  },
};
