import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Svc } from './run-svc';

const VECTORS = join(__dirname, '../../../conformance/certificates/vectors');
const index = z
  .object({ vectors: z.array(z.looseObject({ name: z.string(), log_key: z.string().optional() })) })
  .parse(JSON.parse(readFileSync(join(VECTORS, 'index.json'), 'utf8')));
const proven = index.vectors.find(({ name }) => name === 'valid-preregistration-proven');
const vector = (name: string): string => join(VECTORS, `${name}.json`);

describe('svc certificate verify, of a preregistration', () => {
  const svc = new Svc();
  const verify = (...args: string[]) => svc.run(['certificate', 'verify', ...args]);
  beforeAll(() => {
    svc.build();
    writeFileSync(join(svc.directory, 'log.key'), `${proven?.log_key ?? ''}\n`);
  });
  afterAll(() => svc.remove());

  it('says offline when the claim was declared and when the data came', async () => {
    const { code, stdout } = await verify(vector('valid-preregistration-proven'), '--offline', '--log-key', 'log.key');
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /proven the claim was declared as record 1 \(2026-03-01T09:00:01.000Z\) of the audit log log.example\/audit, before its data: flights as record 3/,
    );
  });

  it('takes the key that a certificate names itself for no proof', async () => {
    const { stdout } = await verify(vector('valid-preregistration-proven'), '--offline');
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /not proven the claim was declared as record 1 .* \(give --log-key\)/,
    );
  });

  it.each([
    ['valid-preregistration-proven', 0, null],
    ['wrong-preregistration-swapped-moments', 3, 'wrong-preregistration'],
    ['wrong-preregistration-wrong-root', 3, 'wrong-preregistration'],
    ['other-log-other-key', 3, 'other-log'],
  ])('ends for %s with %d', async (name, exit, failed) => {
    const { code, stdout } = await verify(vector(name), '--offline', '--log-key', 'log.key', '--json');
    expect({ code, failed: JSON.parse(stdout).code }).toEqual({ code: exit, failed });
  });
});
