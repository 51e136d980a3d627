import { createHash, randomInt } from 'node:crypto';
import { canonicalize } from '@svc/audit-chain';
import { certificatePayload } from '@svc/contracts';
import fc from 'fast-check';
import { canonicalize as secondLibrary } from 'json-canonicalize';
import { judgeInPython, preparePython } from './python-verifier';
import { schemaPayload } from './schema-payload';
import { parsed, PIN, signed } from './vector';

const prepared = preparePython();

function sha256(bytes: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** A member of this name is one of the two things that the second library is known to get wrong (ADR 7). */
function confusesSecondLibrary(text: string): boolean {
  return text.includes('"toJSON":');
}

describe('whatever the schema of certificates takes', () => {
  const seed = randomInt(2 ** 31);
  // As JSON, for that is how a certificate travels: of one text all three must find the same bytes.
  const documents = fc
    .sample(schemaPayload, { numRuns: 500, seed })
    .map((payload) => JSON.stringify(payload))
    .filter((text) => !confusesSecondLibrary(text));

  it('is taken by the schema, as generated', () => {
    const refused = documents.flatMap((text) => certificatePayload.safeParse(JSON.parse(text)).error?.issues ?? []);
    expect({ seed, refused }).toEqual({ seed, refused: [] });
    expect(documents.length).toBeGreaterThan(400);
  });

  it('has the same canonical form by our code and by json-canonicalize', () => {
    const differing = documents.filter(
      (text) => Buffer.from(canonicalize(parsed(text))).toString() !== secondLibrary(parsed(text)),
    );
    expect({ seed, differing }).toEqual({ seed, differing: [] });
  });

  if ('python' in prepared) {
    const { python } = prepared;
    it('and by Python, which finds the signature over it right', () => {
      const found = judgeInPython(
        python,
        documents.map((text) => ({ document: signed(parsed(text)), publicKey: PIN })),
      );
      const expected = documents.map((text) => ({ outcome: 'trusted', digest: sha256(canonicalize(parsed(text))) }));
      expect(found.map(({ outcome, digest }) => ({ outcome, digest }))).toEqual(expected);
    });
  } else {
    it.skip(`and by Python, which needs ${prepared.missing}`, () => undefined);
  }
});
