import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CompiledLibrary } from '../../test/compiled-library';
import { scratchDirectory } from '../../test/scratch-directory';
import { openKeyFile, rotateKeyFile } from './key-file';
import { nextSeedPath } from './finish-rotation';
import { parseKeyHistory, readKeyHistory } from './key-history';
import { SigningKey } from './signing-key';

function refusal(code: string): Error {
  return expect.objectContaining({ name: 'KeyError', code });
}

describe('a key file', () => {
  it('is created on first use: 32 bytes, mode 0600, the public key beside it in base64', async () => {
    const path = join(scratchDirectory(), '.svc', 'certificate.key');
    const key = await openKeyFile(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path)).toHaveLength(32);
    expect(SigningKey.fromSeed(readFileSync(path)).publicKey.base64).toBe(key.publicKey.base64);
    expect(readFileSync(`${path}.pub`, 'utf8')).toBe(`${key.publicKey.base64}\n`);
    expect(readdirSync(join(path, '..')).sort()).toEqual(['certificate.key', 'certificate.key.pub']);
  });

  it('is created with mode 0600 whatever the umask is', async () => {
    const path = join(scratchDirectory(), 'key');
    const umask = process.umask(0o777);
    try {
      await openKeyFile(path);
    } finally {
      process.umask(umask);
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('stays the same key ever after', async () => {
    const path = join(scratchDirectory(), 'key');
    const first = await openKeyFile(path);
    expect((await openKeyFile(path)).publicKey.base64).toBe(first.publicKey.base64);
  });

  it.each([31, 33, 0, 64])('is refused with %d bytes', async (length) => {
    const path = join(scratchDirectory(), 'key');
    writeFileSync(path, Buffer.alloc(length, 1), { mode: 0o600 });
    await expect(openKeyFile(path)).rejects.toThrow(refusal('wrong-length'));
  });

  it.each([0o644, 0o640, 0o660, 0o606, 0o700])('is refused with mode %o', async (mode) => {
    const path = join(scratchDirectory(), 'key');
    writeFileSync(path, Buffer.alloc(32, 1));
    chmodSync(path, mode);
    await expect(openKeyFile(path)).rejects.toThrow(refusal('wrong-mode'));
  });

  it('is refused as a symbolic link, even to a good key', async () => {
    const directory = scratchDirectory();
    await openKeyFile(join(directory, 'key'));
    symlinkSync(join(directory, 'key'), join(directory, 'link'));
    await expect(openKeyFile(join(directory, 'link'))).rejects.toThrow(refusal('symlink'));
    symlinkSync(join(directory, 'nowhere'), join(directory, 'dangling'));
    await expect(openKeyFile(join(directory, 'dangling'))).rejects.toThrow(refusal('symlink'));
  });

  it('is refused as a directory', async () => {
    const path = join(scratchDirectory(), 'key');
    mkdirSync(path, { mode: 0o600 });
    await expect(openKeyFile(path)).rejects.toThrow(refusal('not-a-file'));
  });

  it('is refused if the public key beside it is another', async () => {
    const path = join(scratchDirectory(), 'key');
    await openKeyFile(path);
    writeFileSync(`${path}.pub`, `${SigningKey.fromSeed(Buffer.alloc(32, 5)).publicKey.base64}\n`);
    await expect(openKeyFile(path)).rejects.toThrow(refusal('public-key-differs'));
  });

  it('is refused for the log if it is the key of the certificates', async () => {
    const path = join(scratchDirectory(), 'key');
    const { publicKey } = await openKeyFile(path);
    await expect(openKeyFile(path, { differentFrom: publicKey })).rejects.toThrow(refusal('key-reused'));
  });

  it('is one key for processes that start at once', async () => {
    const library = CompiledLibrary.create();
    try {
      for (let round = 0; round < 3; round += 1) {
        const path = join(scratchDirectory(), 'key');
        const children = Array.from({ length: 6 }, () => spawn(process.execPath, [library.child('open-key'), path]));
        const exits = children.map((child) => once(child, 'exit'));
        await Promise.all(children.map((child) => once(child.stdout, 'data')));
        const keys = children.map((child) => once(child.stdout, 'data').then(([chunk]) => String(chunk)));
        for (const child of children) child.stdin.write('go\n');
        expect(new Set(await Promise.all(keys)).size).toBe(1);
        await Promise.all(exits);
        expect(readFileSync(`${path}.pub`, 'utf8')).toBe(await keys[0]);
      }
    } finally {
      library.remove();
    }
  });
});

describe('rotating a key', () => {
  it('keeps the old public key, saying from when to when it signed', async () => {
    const path = join(scratchDirectory(), 'key');
    const old = await openKeyFile(path);
    const before = await readKeyHistory(path);
    expect(before).toEqual([{ public_key: old.publicKey.base64, from: expect.any(String), until: null }]);
    const fresh = await rotateKeyFile(path);
    const latest = await rotateKeyFile(path);
    const history = await readKeyHistory(path);
    expect(history.map((entry) => entry.public_key)).toEqual([old, fresh, latest].map((key) => key.publicKey.base64));
    expect(history.map((entry) => entry.until)).toEqual([history[1]?.from, history[2]?.from, null]);
    expect(history[0]?.from).toBe(before[0]?.from);
    expect(parseKeyHistory(readFileSync(`${path}.history.json`, 'utf8'))).toEqual(history);
    expect((await openKeyFile(path)).publicKey.base64).toBe(latest.publicKey.base64);
  });

  it('is carried to its end by whoever opens the key after a crash, wherever that came', async () => {
    const path = join(scratchDirectory(), 'key');
    await openKeyFile(path);
    const seed = Buffer.alloc(32, 3);
    const next = SigningKey.fromSeed(seed).publicKey.base64;
    writeFileSync(nextSeedPath(path), seed, { mode: 0o600 });
    expect((await openKeyFile(path)).publicKey.base64).toBe(next);
    // Once more with history and .pub already written, the seed not yet moved.
    writeFileSync(nextSeedPath(path), seed, { mode: 0o600 });
    expect((await openKeyFile(path)).publicKey.base64).toBe(next);
    expect(existsSync(nextSeedPath(path))).toBe(false);
    expect((await readKeyHistory(path)).map((entry) => entry.public_key)).toHaveLength(2);
  });

  it('refuses a history that is none', () => {
    expect(() => parseKeyHistory('{"schema":"svc.keys/v2","keys":[]}')).toThrow(refusal('malformed-history'));
    expect(() =>
      parseKeyHistory('{"schema":"svc.keys/v1","keys":[{"public_key":"AA","from":"x","until":null}]}'),
    ).toThrow(refusal('malformed-key'));
  });
});
