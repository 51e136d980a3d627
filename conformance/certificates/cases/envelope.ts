import { envelope, refused, signature, signed, stranger, type Vector, withMembers } from '../vector';

const content = withMembers({});
const text = signed(content);
const schema = (name: string, about: string, value: unknown): Vector => refused('unknown-schema', name, about, signed(content, undefined, { schema: value }));
const algorithm = (name: string, about: string, value: unknown): Vector => refused('unknown-algorithm', name, about, signed(content, undefined, { signature: value }));
const value = signature(content);

export const envelopeVectors: readonly Vector[] = [
  refused('unknown-schema', 'array', 'A list of certificates is none.', `[${text}]`),
  refused('unknown-schema', 'string', 'A text.', JSON.stringify(text)),
  refused('unknown-schema', 'null', 'Null.', 'null'),
  refused('unknown-schema', 'number', 'A number.', '1'),
  refused('unknown-schema', 'empty-object', 'No member at all.', '{}'),
  schema('missing', 'No schema.', undefined),
  schema('v2', 'The next major version.', 'svc.certificate/v2'),
  schema('v1-point', 'A version that was never given.', 'svc.certificate/v1.1'),
  schema('other-case', 'Another spelling.', 'SVC.certificate/v1'),
  schema('trailing-space', 'White space behind it.', 'svc.certificate/v1 '),
  schema('list', 'A list that holds it.', ['svc.certificate/v1']),
  algorithm('no-signature', 'No signature at all.', undefined),
  algorithm('signature-null', 'A signature of null.', null),
  algorithm('signature-text', 'A signature that is a text.', value),
  algorithm('missing', 'No algorithm.', { value }),
  algorithm('none', 'Signed by “none”.', { algorithm: 'none', value: '' }),
  algorithm('capital', 'Another spelling.', { algorithm: 'Ed25519', value }),
  algorithm('ed25519ph', 'A variant that hashes first.', { algorithm: 'ed25519ph', value }),
  algorithm('rs256', 'Another algorithm.', { algorithm: 'RS256', value }),
  algorithm('list', 'A list that holds it.', { algorithm: ['ed25519'], value }),
  refused('malformed-key', 'no-payload', 'No payload that could hold a key.', JSON.stringify({ schema: 'svc.certificate/v1', signature: { algorithm: 'ed25519', value } })),
  refused('malformed-key', 'payload-text', 'The payload as a text in the JSON.', envelope(content, value, { certificate: JSON.stringify(content) })),
  refused('malformed-key', 'payload-list', 'A list of payloads.', envelope(content, value, { certificate: [content] })),
  // Two things wrong at once: the earlier check speaks.
  refused('unknown-schema', 'and-algorithm', 'Another schema and another algorithm: the schema is looked at first.', signed(content, undefined, { schema: 'x', signature: { algorithm: 'none', value } })),
  refused('unknown-algorithm', 'and-key', 'Another algorithm and no key: the algorithm is looked at before the key.', envelope(withMembers({ public_key: '' }), value, { signature: { algorithm: 'none', value } })),
  refused('malformed-key', 'and-signature', 'No key and no signature: the key is looked at before the signature.', envelope(withMembers({ public_key: '' }), '')),
  refused('other-key', 'and-signature', 'Another key and no signature: the pinned key is looked at before the signature.', envelope(withMembers({}, stranger), '')),
  refused('malformed-signature', 'and-payload', 'No signature and no verdict: the signature is looked at before the payload.', envelope(withMembers({ verdict: null }), '')),
  refused('wrong-signature', 'and-payload', 'A signature that does not fit and no verdict: what is not signed is not even looked at.', envelope(withMembers({ verdict: null }), value)),
];
