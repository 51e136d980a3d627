import { randomUUID } from 'node:crypto';
import type { RequestInput, startExecution, TableVersion } from '@svc/contracts';

export type Execution = RequestInput<typeof startExecution>;

/** Asks for a derivation `late` whose function has this body and whose input is `flights`. */
export function executionOver(flights: TableVersion, body: string, more: Partial<Execution> = {}): Execution {
  const text = `from svc import Dataset, derivation\n\n\n@derivation(inputs={"flights": Dataset("flights")})\ndef late(ctx):\n${body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}\n`;
  return {
    command_id: randomUUID(),
    derivation: 'late',
    files: { 'derivations/late.py': text },
    entry: 'derivations/late.py',
    function: 'late',
    params: {},
    inputs: { flights },
    ordered: false,
    tolerance: null,
    ...more,
  };
}
