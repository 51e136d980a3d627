import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CLAIM_KINDS } from '../claim/claim';
import { DECLARED_FACTS } from '../claim/declared-facts';
import { parseClaim } from '../claim/parse-claim';
import { isObject } from '../claim/problem';
import { suggestContract } from '../contract/suggest-contract';
import { GATES } from '../gates/all-gates';
import { readCsvTable } from '../table/read-csv-table';
import type { Table } from '../table/table';
import { describeWithReference, referenceTable } from '../testing/reference-data';
import { attest } from './attest';

const GUIDE = readFileSync(join(__dirname, '../../../../docs/oracle.md'), 'utf8');

interface Example {
  readonly kind: string;
  /** Name of a certified data set, or rows on the page itself. */
  readonly data: string;
  readonly csv: string | null;
  readonly claim: unknown;
  readonly shown: object;
}

/** `### kind: data.csv`, rows if they are on the page, then pairs of a claim and its attestation. */
function examples(): Example[] {
  return GUIDE.split(/^### /m)
    .slice(1)
    .flatMap((section) => {
      const [, kind = '', data = ''] = /^(\w+): `([\w.]+)\.csv`/.exec(section) ?? [];
      const csv = /```csv\n([^]*?)```/.exec(section)?.[1] ?? null;
      const blocks = [...section.matchAll(/```json\n([^]*?)```/g)].map(([, text = '']): unknown => JSON.parse(text));
      return blocks.flatMap((claim, i): Example[] => {
        const shown = blocks[i + 1];
        return i % 2 === 0 && isObject(shown) ? [{ kind, data, csv, claim, shown }] : [];
      });
    });
}

async function judge(table: Table, claim: unknown): Promise<ReturnType<typeof attest>> {
  const parsed = parseClaim(claim, table.columns);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return attest({ table, claim: parsed.claim });
}

const ALL = examples();

describe('docs/oracle.md', () => {
  it('has an example of every kind', () => {
    expect(new Set(ALL.map(({ kind }) => kind))).toEqual(new Set(CLAIM_KINDS));
  });

  it.each(
    GATES.map(({ name, looksFor, kinds }) => [
      name,
      `| \`${name}\` | ${looksFor} | ${kinds === 'all' ? 'all' : kinds.join(', ')} |`,
    ]),
  )('lists %s with what it looks for and its kinds', (_name, line) => {
    expect(GUIDE).toContain(line);
  });

  it('says what every declared fact tells', () => {
    expect(DECLARED_FACTS.filter((fact) => !GUIDE.includes(`\`${fact}\``))).toEqual([]);
  });

  it.each(ALL.filter(({ csv }) => csv !== null).map((example) => [example.kind, example] as const))(
    'prints what the oracle says about %s, from rows on the page',
    async (_kind, { csv, claim, shown }) => {
      expect(await judge(await readCsvTable(Readable.from([csv ?? ''])), claim)).toMatchObject(shown);
    },
  );
});

describeWithReference('docs/oracle.md, on certified data', () => {
  it.each(ALL.filter(({ csv }) => csv === null).map((example) => [example.kind, example.data, example] as const))(
    'prints what the oracle says about %s of %s',
    async (_kind, data, { claim, shown }) => {
      expect(await judge(await referenceTable(data), claim)).toMatchObject(shown);
    },
  );

  it('says how many clauses are suggested for the irises, and that they hold', async () => {
    const table = await referenceTable('iris');
    const claim = { question: 'the measurements are complete', kind: 'table', roles: {}, declared: {} } as const;
    const found = attest({
      table,
      claim,
      contract: suggestContract(table).contract,
      reproducibility: { identical: true, detail: 'equal bytes' },
    });
    expect(found.verdict).toBe('sound');
    const [said = ''] = /all \d+ clauses hold on 150 rows/.exec(GUIDE) ?? [];
    expect(found.reason).toContain(said);
  });
});
