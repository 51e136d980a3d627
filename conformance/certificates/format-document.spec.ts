import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalize, parseJson, verifyCertificate } from '@svc/audit-chain';
import { allVectors, fileOf } from './all-vectors';

const document = readFileSync(join(__dirname, '../../docs/certificate-format.md'), 'utf8');
const plain = allVectors.find((vector) => vector.name === 'valid-plain');
const verified = verifyCertificate(plain?.document ?? '');

describe('the document of the certificate format', () => {
  it('shows the canonical bytes, the digest, the key and the signature of its worked example', () => {
    if (verified.outcome === 'invalid') throw new Error(verified.reason);
    const bytes = Buffer.from(canonicalize(verified.certificate));
    const shown = /```hex\n([0-9a-f\n]+)```/.exec(document)?.[1] ?? '';
    expect(shown.replaceAll('\n', '')).toBe(bytes.toString('hex'));
    expect(document).toContain(`these ${bytes.length}`);
    expect(document).toContain(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
    expect(document).toContain(verified.publicKey);
    const { value } = JSON.parse(String(plain?.document)).signature;
    expect(document).toContain(value);
    expect(document.replaceAll(/\s/g, '')).toContain(Buffer.from(value, 'base64').toString('hex'));
  });

  it('shows the bytes of its small example', () => {
    const [, given = ''] = /^`(\{"b".*\})` becomes$/m.exec(document) ?? [];
    const bytes = Buffer.from(canonicalize(parseJson(given)));
    expect(document).toContain(`\n${bytes.toString()}\n${bytes.toString('hex')}\n`);
  });

  it('names every code in the order of the checks, and every member of the payload', () => {
    const codes = [...document.matchAll(/^\| \d+ \| .* \| `([a-z-]+)` \|$/gm)].map(([, code]) => code);
    expect(codes).toEqual([
      'not-json',
      'unknown-schema',
      'unknown-algorithm',
      'malformed-key',
      'weak-key',
      'other-key',
      'retired-key',
      'malformed-signature',
      'wrong-signature',
      'malformed-payload',
      'malformed-preregistration',
      'other-log',
      'wrong-preregistration',
    ]);
    if (verified.outcome === 'invalid') throw new Error(verified.reason);
    for (const name of Object.keys(verified.certificate)) expect(document).toContain(`\`${name}\``);
  });

  it('links to files that are there', () => {
    const links = [...document.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path]) => path ?? '');
    expect(links.length).toBeGreaterThan(3);
    for (const path of links)
      expect(() =>
        readFileSync(join(__dirname, '../..', path.endsWith('vectors') ? `${path}/index.json` : path)),
      ).not.toThrow();
    expect(allVectors.map(fileOf)).toContain('valid-plain.json');
  });
});
