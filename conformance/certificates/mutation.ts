import fc from 'fast-check';
import { allVectors } from './all-vectors';
import type { Task } from './python-verifier';
import { issuer, payload, PIN, retired, signature, signed, stranger, withMembers } from './vector';

const HISTORY = [
  { public_key: retired.publicKey.base64, from: '2025-01-01T00:00:00.000Z', until: '2026-03-01T10:00:02.000Z' },
  { public_key: PIN, from: '2026-03-01T10:00:02.000Z', until: null },
];
const given = fc.constantFrom<Omit<Task, 'document'>>(
  { publicKey: PIN },
  { publicKey: PIN },
  { publicKey: stranger.publicKey.base64 },
  {},
  { keyHistory: HISTORY },
);
const keys = fc.constantFrom(issuer, issuer, issuer, stranger, retired);

const bases = allVectors
  .filter((vector) => vector.expect.outcome === 'trusted')
  .map((vector) => Buffer.from(vector.document));

/** One to three edits of bytes: what a failing disk, a wire or a hex editor does. */
const editedBytes = fc
  .tuple(
    fc.constantFrom(...bases),
    fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.constantFrom('put', 'insert', 'drop', 'double', 'cut', 'swap')), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([base, edits]) =>
    edits.reduce((bytes, [place, byte, kind]) => {
      const at = place % (bytes.length + 1);
      const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
      switch (kind) {
        case 'put':
          return Buffer.concat([before, Buffer.from([byte]), after.subarray(1)]);
        case 'insert':
          return Buffer.concat([before, Buffer.from([byte]), after]);
        case 'drop':
          return Buffer.concat([before, after.subarray(1 + (byte % 4))]);
        case 'double':
          return Buffer.concat([before, after.subarray(0, byte), after]);
        case 'cut':
          return before;
        default:
          return Buffer.concat([before, after.subarray(1, 2), after.subarray(0, 1), after.subarray(2)]);
      }
    }, base),
  );

/** Spellings at the edges of JSON, put in place of any token. */
const TOKENS = [
  'null',
  'true',
  '0',
  '-0',
  '1e2',
  '1E+2',
  '1e-7',
  '1e400',
  '9007199254740992',
  '9007199254740993',
  '9007199254740993.0',
  '123456789012345678901234567890',
  '0.1',
  '.5',
  '5.',
  '01',
  '+1',
  '""',
  '" "',
  '"\\ud83d\\ude00"',
  '"\\ud83d"',
  '"\\ude00\\ud83d"',
  '"\\u0000"',
  '"\\/"',
  '"\ufeff"',
  '"\u0085"',
  '"\\u1_23"',
  '"𝟙"',
  '[]',
  '{}',
  '[[]]',
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":2}',
  '{"__proto__":1}',
  'NaN',
  "'a'",
  '1,',
  '',
];
const TOKEN = /"(?:[^"\\]|\\.)*"|-?[0-9.eE+-]+|true|false|null|[[\]{},:]/g;
const editedTokens = fc
  .tuple(fc.constantFrom(...bases), fc.nat(), fc.constantFrom(...TOKENS))
  .map(([base, place, token]) => {
    const text = base.toString();
    const found = [...text.matchAll(TOKEN)];
    const at = found[place % found.length];
    return at === undefined ? text : text.slice(0, at.index) + token + text.slice(at.index + at[0].length);
  });

const instants = fc
  .tuple(
    fc.constantFrom('0000', '0001', '1999', '2026', '9999'),
    fc.constantFrom('00', '01', '02', '03', '12', '13'),
    fc.constantFrom('00', '01', '28', '29', '30', '31', '32'),
    fc.constantFrom('00', '10', '23', '24', '25'),
    fc.constantFrom('00', '59', '60'),
    fc.constantFrom('00', '01', '02', '59', '60'),
    fc.constantFrom('.000000', '.000001', '.999999', '.001000', '', '.5', '.000', '.0000000'),
    fc.constantFrom('Z', 'Z', 'Z', 'z', '+00:00', ''),
  )
  .map(
    ([year, month, day, hour, minute, second, fraction, zone]) =>
      `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${zone}`,
  );

const oddValues = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    0.5,
    2 ** 53,
    Number.MAX_SAFE_INTEGER,
    1e300,
    '',
    ' ',
    '\u0085',
    '\ufeff',
    [],
    {},
    ['a'],
    [1],
    'sound',
    `sha256:${'0'.repeat(64)}`,
    `sha256:${'A'.repeat(64)}`,
    PIN,
  ),
  instants,
  fc.json({ maxDepth: 3, noUnicodeString: false }).map((text): unknown => JSON.parse(text)),
);

/** A payload with one member, at any depth, replaced, added or left out; and signed as it stands, so that only its shape can be wrong. */
const reshaped = fc
  .tuple(
    fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('replace', 'replace', 'drop', 'add'),
    oddValues,
    keys,
  )
  .map(([path, kind, value, key]) => signed(edit(withMembers({}, key), path, kind, value), key));

function edit(node: object, [step = 0, ...rest]: readonly number[], kind: string, value: unknown): object {
  const entries: [string, unknown][] = Object.entries(node);
  const at = step % Math.max(entries.length, 1);
  const [name, child] = entries[at] ?? ['added', null];
  const goesDeeper = rest.length > 0 && typeof child === 'object' && child !== null && Object.keys(child).length > 0;
  const changed: [string, unknown][] = goesDeeper
    ? [[name, edit(child, rest, kind, value)]]
    : kind === 'drop'
      ? []
      : kind === 'add'
        ? [
            [name, child],
            ['added', value],
          ]
        : [[name, value]];
  const edited = [...entries.slice(0, at), ...changed, ...entries.slice(at + 1)];
  return Array.isArray(node) ? edited.map(([, each]) => each) : Object.fromEntries(edited);
}

/** Anything a document can declare: both must find the same canonical bytes, which the digest shows. */
const declared = fc
  .tuple(
    fc.dictionary(fc.string({ unit: 'binary', maxLength: 6 }), fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })),
    fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  .map(([members, numbers, question]) =>
    signed(withMembers({ question, claim: { ...payload.claim, declared: { ...members, numbers } } })),
  );

const dated = fc.tuple(instants, keys).map(([issued_at, key]) => signed(withMembers({ issued_at }, key), key));

/** Another spelling of the key or the signature. */
const respelled = fc
  .tuple(fc.boolean(), fc.nat(90), fc.constantFrom('', '=', 'A', '-', '_', '+', '/', ' ', '\n', 'é', '\u0000'))
  .map(([isKey, place, letter]) => {
    const value = isKey ? PIN : signature(withMembers({}));
    const odd = value.slice(0, place) + letter + value.slice(place + 1);
    return JSON.stringify({
      schema: 'svc.certificate/v1',
      certificate: withMembers(isKey ? { public_key: odd } : {}),
      signature: { algorithm: 'ed25519', value: isKey ? signature(withMembers({ public_key: odd })) : odd },
    });
  });

/** Documents changed in every way we could think of, and what a verifier is given besides. */
export const mutations: fc.Arbitrary<Task> = fc
  .tuple(
    fc.oneof<fc.Arbitrary<string | Uint8Array>[]>(editedBytes, editedTokens, reshaped, declared, dated, respelled),
    given,
  )
  .map(([document, rest]) => ({ document, ...rest }));
