import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issuerKey, otherKey } from '../../test/sample-certificate';
import { scratchDirectory } from '../../test/scratch-directory';
import { openCheckpoint, readUnverifiedCheckpoint, signCheckpoint } from './checkpoint';
import { CheckpointSigner } from './checkpoint-signer';
import { CompactRange } from './compact-range';
import { formatLogKey, parseLogKey } from './log-key';
import type { SubtreeSource } from './merkle-proof';
import { openNote, signNote } from './signed-note';
import { formatAddCheckpoint } from './tlog-proof';
import { subtreesOf, TreeFile } from './tree-file';
import { leafHash } from './tree-hash';

const name = 'example.com/audit';
const logKey = { name, publicKey: issuerKey.publicKey };
const checkpoint = { origin: name, size: 7, root: 'ab'.repeat(32) };

function refusal(code: string): Error {
  return expect.objectContaining({ name: 'LogError', code });
}

describe('signed notes', () => {
  it('open as the published example does', () => {
    // Note and verifier key from the C2SP specification's reference implementation (golang.org/x/mod/sumdb/note).
    const key = parseLogKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
    const text =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
    const note = `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;
    expect(openNote(note, key)).toBe(text);
    expect(formatLogKey(key)).toBe('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
  });

  it('ignore the signatures of others, but not a bad one of the key asked for', () => {
    const note = signNote('text\n', name, issuerKey);
    const witness = signNote('text\n', 'witness.example', otherKey).split('\n').at(-2);
    expect(openNote(`${note}${witness}\n`, logKey)).toBe('text\n');
    const spoiled = `${note}${signNote('other\n', name, issuerKey).split('\n').at(-2)}\n`;
    expect(() => openNote(spoiled, logKey)).toThrow(refusal('untrusted-note'));
  });

  it('are untrusted when unsigned by the key or changed', () => {
    const note = signNote('text\n', name, issuerKey);
    expect(() => openNote(note, { name, publicKey: otherKey.publicKey })).toThrow(refusal('untrusted-note'));
    expect(() => openNote(note.replace('text', 'Text'), logKey)).toThrow(refusal('untrusted-note'));
    expect(() => openNote(signNote('text\n', 'other.example', issuerKey), logKey)).toThrow(refusal('untrusted-note'));
  });

  it.each([
    '',
    'text\n',
    'text\n\n',
    'text\n\n— a\n',
    'text\n\n- example.com/audit AAAAAAAA\n',
    'a\tb\n\n— x AAAAAAAA\n',
  ])('are malformed as %j', (note) => {
    expect(() => openNote(note, logKey)).toThrow(refusal('malformed-note'));
  });

  it.each(['', 'a b', 'a+b', 'a\nb'])('cannot be signed under the name %j', (bad) => {
    expect(() => signNote('text\n', bad, issuerKey)).toThrow(refusal('malformed-note'));
  });
});

describe('verifier keys', () => {
  it('come back as they went', () => {
    expect(parseLogKey(formatLogKey(logKey)).publicKey.base64).toBe(issuerKey.publicKey.base64);
  });

  it('are refused with another id, another type or a weak key', () => {
    const text = formatLogKey(logKey);
    expect(() => parseLogKey(text.replace(name, 'example.com/other'))).toThrow(refusal('malformed-note'));
    expect(() => parseLogKey('x+00000000+AgAA')).toThrow(refusal('malformed-note'));
    expect(() => parseLogKey(`x+00000000+${Buffer.from([1, 1, ...Buffer.alloc(31)]).toString('base64')}`)).toThrow(
      refusal('malformed-note'),
    );
    expect(() => parseLogKey('nothing')).toThrow(refusal('malformed-note'));
  });
});

describe('checkpoints', () => {
  it('are origin, size and root in a note of the origin', () => {
    const note = signCheckpoint(checkpoint, issuerKey);
    expect(note.split('\n').slice(0, 4)).toEqual([name, '7', Buffer.alloc(32, 0xab).toString('base64'), '']);
    expect(openCheckpoint(note, logKey)).toEqual(checkpoint);
    expect(readUnverifiedCheckpoint(note)).toEqual(checkpoint);
  });

  it('are refused under another origin than the name of the key', () => {
    const note = signNote(`other.example\n7\n${Buffer.alloc(32).toString('base64')}\n`, name, issuerKey);
    expect(() => openCheckpoint(note, logKey)).toThrow(refusal('untrusted-note'));
  });

  it.each(['x\n07\n', 'x\n-1\n', 'x\n1\n', `x\n1\n${Buffer.alloc(31).toString('base64')}\n`, '\n1\nAA\n'])(
    'are refused as %j',
    (text) => {
      expect(() => openCheckpoint(signNote(text, name, issuerKey), logKey)).toThrow(refusal('malformed-note'));
    },
  );

  it('are sent to a witness with the size it knows and the proof', () => {
    expect(formatAddCheckpoint(3, ['00'.repeat(32)], 'note\n')).toBe(
      `old 3\n${Buffer.alloc(32).toString('base64')}\n\nnote\n`,
    );
  });
});

describe('a checkpoint signer', () => {
  function growTree(
    directory: string,
    records: readonly string[],
  ): { size: number; root: string; source: SubtreeSource } {
    const file = new TreeFile(directory);
    const range = new CompactRange(0, (level, index, node) => file.putNode(level, index, node));
    const leaves = records.map((record) => leafHash(Buffer.from(record)));
    file.putLeaves(0, leaves);
    for (const leaf of leaves) range.append(leaf);
    file.close();
    return { size: range.end, root: range.root(), source: subtreesOf(directory) };
  }

  function signerIn(directory: string): CheckpointSigner {
    return new CheckpointSigner({ key: issuerKey, name, statePath: join(directory, 'state') });
  }

  it('signs what extends what it signed, also after a restart, and again what it signed last', async () => {
    const directory = scratchDirectory();
    const first = growTree(directory, ['a', 'b', 'c']);
    const note = await signerIn(directory).sign(first.size, first.root, first.source);
    expect(openCheckpoint(note, logKey)).toEqual({ origin: name, size: 3, root: first.root });
    expect(await signerIn(directory).sign(first.size, first.root, first.source)).toBe(note);
    const second = growTree(directory, ['a', 'b', 'c', 'd']);
    await expect(signerIn(directory).sign(second.size, second.root, second.source)).resolves.toContain('\n4\n');
  });

  it('writes the size down before the signature leaves', async () => {
    const directory = scratchDirectory();
    const tree = growTree(directory, ['a', 'b']);
    await signerIn(directory).sign(tree.size, tree.root, tree.source);
    expect(JSON.parse(readFileSync(join(directory, 'state'), 'utf8'))).toEqual({ size: 2, root: tree.root });
  });

  it('never signs a shorter tree, a rewritten one, or one whose root is not what is stored', async () => {
    const directory = scratchDirectory();
    const signer = signerIn(directory);
    const tree = growTree(directory, ['a', 'b', 'c']);
    await signer.sign(tree.size, tree.root, tree.source);
    const shorter = growTree(directory, ['a', 'b']);
    await expect(signer.sign(shorter.size, shorter.root, shorter.source)).rejects.toThrow(refusal('truncated'));
    const rewritten = growTree(directory, ['a', 'X', 'c', 'd']);
    await expect(signer.sign(rewritten.size, rewritten.root, rewritten.source)).rejects.toThrow(
      refusal('inconsistent-checkpoint'),
    );
    const other = growTree(directory, ['a', 'b', 'c', 'd']);
    await expect(signer.sign(other.size, tree.root, other.source)).rejects.toThrow(refusal('inconsistent-checkpoint'));
  });

  it('signs nothing when its state cannot be read', async () => {
    const directory = scratchDirectory();
    const tree = growTree(directory, ['a']);
    writeFileSync(join(directory, 'state'), '{"size":-1}');
    await expect(signerIn(directory).sign(tree.size, tree.root, tree.source)).rejects.toThrow(
      refusal('inconsistent-checkpoint'),
    );
  });
});
