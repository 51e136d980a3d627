import { openKeyFile } from '../../src/keys/key-file';

/** Waits for a line, so that many of these start at once, then opens a key file and prints its public key. */
async function main(): Promise<void> {
  process.stdout.write('ready\n');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const key = await openKeyFile(process.argv[2] ?? '');
  process.stdout.write(`${key.publicKey.base64}\n`);
  process.stdin.destroy();
}

void main();
