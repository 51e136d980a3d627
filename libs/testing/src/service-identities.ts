import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Identity = Readonly<Record<'SVC_PRINCIPAL_KEY_FILE' | 'SVC_PRINCIPAL_KEYRING_FILE', string>>;

/** Makes a principal key for each service and their keyring in `directory`; answers with the environment that names a service's. */
export function serviceIdentities<Service extends string>(
  directory: string,
  services: readonly Service[],
): (service: Service) => Identity {
  const keyFile = (service: Service): string => join(directory, `${service}.key`);
  const keyring = services.map((service) => {
    const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    writeFileSync(keyFile(service), standardBase64(d), { mode: 0o600 });
    return [service, standardBase64(x)] as const;
  });
  const file = join(directory, 'keyring.json');
  writeFileSync(file, JSON.stringify(Object.fromEntries(keyring)));
  return (service) => ({ SVC_PRINCIPAL_KEY_FILE: keyFile(service), SVC_PRINCIPAL_KEYRING_FILE: file });
}

function standardBase64(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('base64');
}
