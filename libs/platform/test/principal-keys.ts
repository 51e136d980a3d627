import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceName, SERVICES } from '@svc/contracts';
import { generatePrincipalKey } from '../src/principal/principal-key';

export interface PrincipalKeyFiles {
  readonly directory: string;
  readonly SVC_PRINCIPAL_KEYRING_FILE: string;
  keyFile(service: ServiceName): string;
}

/** A key per service and the keyring of all, as files. */
export function principalKeyFiles(): PrincipalKeyFiles {
  const directory = mkdtempSync(join(tmpdir(), 'svc-keys-'));
  const keyFile = (service: ServiceName) => join(directory, `${service}.key`);
  const keyring = SERVICES.map((service) => {
    const { seed, publicKey } = generatePrincipalKey();
    writeFileSync(keyFile(service), `${seed}\n`, { mode: 0o600 });
    return [service, publicKey] as const;
  });
  const SVC_PRINCIPAL_KEYRING_FILE = join(directory, 'keyring.json');
  writeFileSync(SVC_PRINCIPAL_KEYRING_FILE, JSON.stringify(Object.fromEntries(keyring)));
  return { directory, SVC_PRINCIPAL_KEYRING_FILE, keyFile };
}
