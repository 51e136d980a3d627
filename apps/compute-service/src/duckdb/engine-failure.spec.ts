import { engineFailure } from './engine-failure';

describe('an error of the engine', () => {
  it.each([
    'Out of Memory Error: failed to allocate',
    'std::bad_alloc',
    'Serialization Error: Failed to write JSON string: memory allocation failed',
    'Array buffer allocation failed',
  ])('says that memory ran out, whichever part of the process noticed: %s', (message) => {
    expect(engineFailure(new Error(message))).toMatchObject({ code: 'out-of-memory' });
  });

  it('says that the disk for intermediate rows was used up, which is not the memory', () => {
    const message =
      "Out of Memory Error: failed to offload data block of size 256.0 KiB (928.0 KiB/976.5 KiB used).\nThis limit was set by the 'max_temp_directory_size' setting.";
    expect(engineFailure(new Error(message))).toMatchObject({ code: 'spill-full' });
  });

  it('is what the caller wrote where nothing else is known, in few words and without paths of the host', () => {
    expect(
      engineFailure(new Error('Binder Error: no column "memory allocation failed" in /srv/warehouse/objects/ab')),
    ).toEqual({ code: 'invalid-sql', message: 'Binder Error: no column "memory allocation failed" in <file>' });
    const { message } = engineFailure(new Error(`Conversion Error:${'😀'.repeat(5_000)}`));
    expect([message.length, message.slice(-4)]).toEqual([4_001, '😀 …']);
  });
});
