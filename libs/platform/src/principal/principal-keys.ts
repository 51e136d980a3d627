import type { KeyObject } from 'node:crypto';
import { type ServiceName, SERVICES } from '@svc/contracts';
import { z } from 'zod';
import { ConfigError } from '../config/config-error';
import type { ReadFile } from '../config/config';
import { privateKeyFrom, publicKeyFrom, publicKeyOf } from './principal-key';

/** The keys that each service may sign with: one, or two while it goes from one to the next. */
export type Keyring = ReadonlyMap<string, readonly KeyObject[]>;

export interface PrincipalKeys {
  readonly own: KeyObject;
  readonly keyring: Keyring;
}

const keyringFile = z.partialRecord(
  z.enum(SERVICES),
  z.union([z.string().transform((it) => [it]), z.array(z.string()).min(1).max(4)]),
);

/**
 * Reads the service's private key and everybody's public keys. Refuses to go on when the two do not belong together,
 * because every call would then be refused later, one by one.
 */
export function readPrincipalKeys(
  service: ServiceName,
  files: { readonly SVC_PRINCIPAL_KEY_FILE: string; readonly SVC_PRINCIPAL_KEYRING_FILE: string },
  readFile: ReadFile,
): PrincipalKeys {
  const own = read('SVC_PRINCIPAL_KEY_FILE', files.SVC_PRINCIPAL_KEY_FILE, readFile, (text) => privateKeyFrom(text));
  const keyring = read('SVC_PRINCIPAL_KEYRING_FILE', files.SVC_PRINCIPAL_KEYRING_FILE, readFile, (text) => {
    const rows = Object.entries(keyringFile.parse(JSON.parse(text)));
    return { keys: new Map(rows.map(([name, keys]) => [name, keys.map(publicKeyFrom)])), published: new Map(rows) };
  });
  if (keyring.published.get(service)?.includes(publicKeyOf(own)) !== true) {
    throw new ConfigError([
      `SVC_PRINCIPAL_KEYRING_FILE: the row "${service}" does not have the public key of SVC_PRINCIPAL_KEY_FILE; put "${publicKeyOf(own)}" there or use the key that belongs to it.`,
    ]);
  }
  return { own, keyring: keyring.keys };
}

function read<T>(variable: string, path: string, readFile: ReadFile, parse: (text: string) => T): T {
  try {
    return parse(readFile(path));
  } catch (cause) {
    throw new ConfigError([
      `${variable}: ${path} cannot be used: ${cause instanceof z.ZodError ? 'it is not {service: base64 public key, or several}' : message(cause)}.`,
    ]);
  }
}

function message(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
