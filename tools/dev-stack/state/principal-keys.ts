import { createPublicKey, generateKeyPairSync, createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { SERVICES, type ServiceName } from '@svc/contracts';
import { secretIn } from './secret-file';
import { writePrivately } from './state-directory';

const RAW_KEY_BYTES = 32;
/** The fixed head of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

function newSeed(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-RAW_KEY_BYTES).toString('base64');
}

function publicKeyOf(seed: string): string {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(seed, 'base64')]),
    format: 'der',
    type: 'pkcs8',
  });
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-RAW_KEY_BYTES).toString('base64');
}

/** The file in which a service finds the key that signs its principals. */
export function principalKeyFile(secrets: string, service: ServiceName): string {
  return join(secrets, `principal-${service}.key`);
}

/** Creates each service's key on first use and writes everybody's public keys; returns the keyring's file. */
export function writePrincipalKeys(secrets: string): string {
  const keyring = Object.fromEntries(
    SERVICES.map((service) => [service, publicKeyOf(secretIn(principalKeyFile(secrets, service), newSeed))]),
  );
  const file = join(secrets, 'principal-keyring.json');
  writePrivately(file, `${JSON.stringify(keyring, null, 2)}\n`);
  return file;
}
