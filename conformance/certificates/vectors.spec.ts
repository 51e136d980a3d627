import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allVectors, fileOf, vectorIndex } from './all-vectors';
import { judge } from './judge';

const FOLDER = join(__dirname, 'vectors');

describe('the vectors of the conformance kit', () => {
  it('are those that the script writes, byte for byte', () => {
    expect(readdirSync(FOLDER).sort()).toEqual([...allVectors.map(fileOf), 'index.json'].sort());
    expect(JSON.parse(readFileSync(join(FOLDER, 'index.json'), 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(vectorIndex())),
    );
    const differing = allVectors.filter(
      (vector) => !readFileSync(join(FOLDER, fileOf(vector))).equals(Buffer.from(vector.document)),
    );
    expect(differing.map((vector) => vector.name)).toEqual([]);
  });

  it('are each another document, or the same one under other circumstances', () => {
    const keys = allVectors.map(({ document, publicKey, keyHistory, logKey, current }) =>
      JSON.stringify([Buffer.from(document).toString('base64'), publicKey, keyHistory, logKey, current]),
    );
    expect(new Set(keys).size).toBe(allVectors.length);
    expect(new Set(allVectors.map(fileOf)).size).toBe(allVectors.length);
  });

  it('have one for every outcome and every code', () => {
    const codes = new Set(allVectors.map(({ expect: { outcome, ...rest } }) => ('code' in rest ? rest.code : outcome)));
    expect([...codes].sort()).toEqual([
      'malformed-key',
      'malformed-payload',
      'malformed-preregistration',
      'malformed-signature',
      'matches',
      'not-json',
      'other-key',
      'other-log',
      'other_derivation',
      'other_instance',
      'retired-key',
      'self_consistent',
      'stale',
      'trusted',
      'unknown-algorithm',
      'unknown-schema',
      'weak-key',
      'wrong-preregistration',
      'wrong-signature',
    ]);
  });
});

describe('our verifier', () => {
  it.each(allVectors.map((vector) => [vector.name, vector] as const))('finds what it must: %s', (_, vector) => {
    expect(judge(readFileSync(join(FOLDER, fileOf(vector))), vector)).toEqual(vector.expect);
  });
});
