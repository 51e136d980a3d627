import { readdirSync } from 'node:fs';
import { parseClaim } from '../claim/parse-claim';
import { isObject, isStringList } from '../claim/problem';
import { readCsvTable } from '../table/read-csv-table';
import { hasReference, referenceJson, referencePath } from '../testing/reference-data';
import { attest } from './attest';
import type { Attestation } from '../verdict/attestation';

interface Key {
  readonly name: string;
  readonly role: string;
  readonly expected: string;
  readonly accept: readonly string[];
  readonly pivotal: readonly string[];
}

function readKey(suite: string, id: string): Key {
  const key = referenceJson(suite, 'key', `${id}.json`);
  if (!isObject(key) || !isStringList(key.accept) || !isStringList(key.pivotal)) throw new Error(`key of ${id}`);
  return {
    name: String(key.case),
    role: String(key.role),
    expected: String(key.expected),
    accept: key.accept,
    pivotal: key.pivotal,
  };
}

async function judge(suite: string, id: string): Promise<Attestation> {
  const table = await readCsvTable(referencePath(suite, 'cases', id, 'data.csv'));
  const parsed = parseClaim(referenceJson(suite, 'cases', id, 'claim.json'), table.columns);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return attest({ table, claim: parsed.claim });
}

const SUITES = hasReference ? ['suite-101', 'suite-102'] : [];

describe.each(SUITES)('%s', (suite) => {
  const ids = readdirSync(referencePath(suite, 'cases'));

  it.each(ids.map((id) => [readKey(suite, id).name, id] as const))(
    '%s is judged rightly, for the right reason',
    async (_name, id) => {
      const key = readKey(suite, id);
      const found = await judge(suite, id);
      expect(key.accept).toContain(found.verdict);
      for (const word of key.pivotal) expect(found.reason).toContain(word);
      expect(found.gates.filter((gate) => gate.detail.startsWith('the gate failed'))).toEqual([]);
      for (const { reason } of found.skipped) expect(reason.length).toBeGreaterThan(5);
    },
  );
});

if (!hasReference) it.skip('the paired suites are not beside the project', () => undefined);
