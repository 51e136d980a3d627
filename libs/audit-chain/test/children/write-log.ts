import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { SigningKey } from '../../src/keys/signing-key';
import { AuditLogWriter } from '../../src/log/writer/audit-log-writer';
import { LogError } from '../../src/record/log.error';
import { CheckpointSigner } from '../../src/tree/checkpoint-signer';
import { entry, keySeed, ORIGIN } from './entry';

/**
 * Writes entries from a number on, with many clients at once, until it is killed or refused. Prints `opened`, then
 * `<number>` for each acknowledged entry, and `refused <code>` when the log refuses.
 */
async function main(directory: string, from: number, clients: number): Promise<void> {
  const statePath = join(directory, 'checkpoint.state');
  const checkpointSigner = new CheckpointSigner({ key: SigningKey.fromSeed(keySeed), name: ORIGIN, statePath });
  const writer = await AuditLogWriter.open(directory, {
    now: () => new Date(0),
    checkpointSigner,
    segmentBytes: 60_000,
  });
  print('opened');
  let next = from;
  const client = async (): Promise<void> => {
    for (;;) {
      const number = next;
      next += 1;
      await writer.append([entry(number)]);
      print(String(number));
      if (number % 200 === 0) await writer.checkpoint();
    }
  };
  const results = await Promise.allSettled(Array.from({ length: clients }, client));
  for (const result of results) {
    if (result.status === 'rejected')
      print(`refused ${result.reason instanceof LogError ? result.reason.code : String(result.reason)}`);
  }
}

/** Straight to the pipe: what was printed is known to the parent even if we are killed in the next instant. */
function print(line: string): void {
  writeSync(1, `${line}\n`);
}

const [, , directory = '', from = '0', clients = '8'] = process.argv;
main(directory, Number(from), Number(clients)).catch((error: unknown) =>
  print(`refused ${error instanceof LogError ? error.code : String(error)}`),
);
