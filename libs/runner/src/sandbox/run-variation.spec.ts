import { rowsOf, SandboxFixture } from '../sandbox.fixture';

const fixture = new SandboxFixture();
const sandbox = fixture.sandbox();
afterAll(() => fixture.remove());

const CIRCUMSTANCES = `
import ctypes, datetime, os, time
from svc import derivation

@derivation()
def it(ctx):
    import numpy, pandas, polars
    now = time.time()
    seen = {
        "time_ns": time.time_ns() / 1e9,
        "clock_gettime": time.clock_gettime(time.CLOCK_REALTIME),
        "datetime": datetime.datetime.now(datetime.timezone.utc).timestamp(),
        "libc": ctypes.CDLL(None).time(None),
        "numpy": numpy.datetime64("now").astype("int64"),
        "pandas": pandas.Timestamp.now("UTC").timestamp(),
    }
    return [{
        "now": now, "agree": all(abs(value - now) < 60 for value in seen.values()), "zone": time.strftime("%z"),
        "seed": os.environ["PYTHONHASHSEED"], "set": str({"a", "b", "c", "d", "e", "f"}), "threads": polars.thread_pool_size(),
    }]
`;

async function circumstances(variation: object): Promise<Record<string, unknown>> {
  const rows = await rowsOf(await sandbox.runDerivation(fixture.request(CIRCUMSTANCES, { variation })));
  if (!Array.isArray(rows)) throw new Error('no rows');
  return rows[0];
}

describe('two runs may differ in what a result must not depend on', () => {
  const YEAR = 365 * 86_400;

  it('the time of day, for every library, on processors it is written for', async () => {
    if (process.arch !== 'x64') return;
    const [before, after] = [await circumstances({}), await circumstances({ clockOffsetSeconds: YEAR })];
    expect([before['agree'], after['agree']]).toEqual([true, true]);
    const months = (Number(after['now']) - Number(before['now'])) / (YEAR / 12);
    expect(Math.round(months)).toBe(12);
  });

  it('the time zone, the order of sets and the number of threads', async () => {
    const seen = await circumstances({ timeZone: '<+0545>-5:45', hashSeed: 7, threads: 1 });
    expect(seen).toMatchObject({ zone: '+0545', seed: '7', threads: '1' });
    expect(await circumstances({})).toMatchObject({ zone: '+0000', seed: '0', threads: '2' });
    expect((await circumstances({ hashSeed: 8 }))['set']).not.toBe(seen['set']);
  });
});
