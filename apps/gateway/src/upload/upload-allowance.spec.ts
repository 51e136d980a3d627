import { Readable } from 'node:stream';
import { UploadAllowance } from './upload-allowance';

async function read(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.byteLength;
  return bytes;
}

describe('the allowance of uploads', () => {
  const chunks = (n: number) => Readable.from(Array.from({ length: n }, () => Buffer.alloc(10)));

  it('refuses a caller who holds as much as they may, and no other', async () => {
    const allowance = new UploadAllowance(50);
    expect(await read(allowance.counted('user:a', { bytes: 0 }, chunks(5)))).toBe(50);
    await expect(read(allowance.counted('user:a', { bytes: 0 }, chunks(1)))).rejects.toMatchObject({
      code: 'insufficient-storage',
      facts: { data: { quota: 'uploads', used: 50, limit: 50 } },
    });
    expect(await read(allowance.counted('user:b', { bytes: 0 }, chunks(5)))).toBe(50);
  });

  it('is free again once the upload has ended, however often that is said', async () => {
    const allowance = new UploadAllowance(50);
    const upload = { bytes: 0 };
    await read(allowance.counted('user:a', upload, chunks(3)));
    await read(allowance.counted('user:a', { bytes: 0 }, chunks(1)));
    allowance.release('user:a', upload);
    allowance.release('user:a', upload);
    expect(allowance.of('user:a')).toEqual({ used: 10, limit: 50 });
  });
});
