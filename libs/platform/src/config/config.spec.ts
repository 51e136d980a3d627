import { z } from 'zod';
import { readConfig } from './config';
import { ConfigError } from './config-error';
import { platformConfig } from './platform-config';

const schema = platformConfig.extend({
  SVC_QUERY_POOL_SIZE: z.coerce.number().int().default(2),
  SVC_API_SECRET: z.string().min(8).describe('a secret of at least 8 characters'),
});
const env = {
  SVC_PRINCIPAL_KEY_FILE: '/keys/own',
  SVC_PRINCIPAL_KEYRING_FILE: '/keys/ring',
  SVC_API_SECRET: 'correct horse',
};

function faults(values: Record<string, string>, readFile = (path: string): string => path): string {
  try {
    readConfig(schema, values, readFile);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  throw new Error('was accepted');
}

describe('the configuration of a service', () => {
  it('is parsed, has defaults, and cannot be changed', () => {
    const config = readConfig(schema, { ...env, SVC_QUERY_POOL_SIZE: '4' });
    expect(config).toMatchObject({ SVC_QUERY_POOL_SIZE: 4, SVC_HTTP_HOST: '127.0.0.1', SVC_HTTP_PORT: 0 });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('takes a secret from the file that <NAME>_FILE names, without its last line end', () => {
    const read = (path: string) => ({ '/run/secret': 'from a file\n' })[path] ?? '';
    expect(
      readConfig(schema, { ...env, SVC_API_SECRET: '', SVC_API_SECRET_FILE: '/run/secret' }, read).SVC_API_SECRET,
    ).toBe('from a file');
  });

  it('names every variable at fault with what to set, and repeats no value', () => {
    const message = faults({
      ...env,
      SVC_API_SECRET: 'hunter2',
      SVC_HTTP_PORT: 'eighty',
      SVC_PRINCIPAL_KEY_FILE: '',
      SVC_POSTGRES_URL: 'mysql://u:hunter2@h/d',
    });
    expect(message.split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^SVC_PRINCIPAL_KEY_FILE is missing\. Set it to a file with/),
        expect.stringMatching(/^SVC_HTTP_PORT is not usable: .* Set it to a port number/),
        expect.stringMatching(/^SVC_API_SECRET is not usable: .* Set it to a secret of at least 8 characters\.$/),
        expect.stringMatching(/^SVC_POSTGRES_URL is not usable: .* Set it to a postgres:/),
      ]),
    );
    expect(message).not.toMatch(/hunter2|eighty/);
  });

  it('refuses a variable given twice and a file that cannot be read', () => {
    expect(faults({ ...env, SVC_API_SECRET_FILE: '/run/secret' })).toBe(
      'SVC_API_SECRET: both SVC_API_SECRET and SVC_API_SECRET_FILE are set; keep one.',
    );
    const unreadable = () => {
      throw new Error('ENOENT');
    };
    expect(faults({ ...env, SVC_API_SECRET: '', SVC_API_SECRET_FILE: '/nowhere' }, unreadable)).toBe(
      'SVC_API_SECRET_FILE: the file /nowhere cannot be read; check the path and its permissions.',
    );
  });
});
