import { SigningKey } from '../../src/keys/signing-key';
import { verifyLog } from '../../src/verify/verify-log';
import { keySeed, ORIGIN } from './entry';

/** Verifies a log and prints the verdict, with how many threads that really took. */
async function main(directory: string, threads: number): Promise<void> {
  let working = 1;
  process.on('worker', () => (working += 1));
  const logKey = { name: ORIGIN, publicKey: SigningKey.fromSeed(keySeed).publicKey };
  const found = await verifyLog(directory, { threads, logKey });
  process.stdout.write(JSON.stringify({ ...found, threads: working }));
}

void main(process.argv[2] ?? '', Number(process.argv[3]));
