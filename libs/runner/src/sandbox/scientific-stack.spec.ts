import { rowsOf, SandboxFixture } from '../sandbox.fixture';

const fixture = new SandboxFixture();
const sandbox = fixture.sandbox({ limits: { memoryBytes: 2 ** 30 } });
afterAll(() => fixture.remove());

const USES: readonly (readonly [what: string, lines: string])[] = [
  [
    'numpy, with threads of its linear algebra',
    'import numpy\nx = numpy.random.default_rng(1).normal(size=(400, 400))\nnumpy.linalg.svd(x)\nreturn [{"ok": True}]',
  ],
  [
    'numpy files',
    'import numpy\nnumpy.save("/work/x.npy", numpy.arange(1000))\nreturn [{"ok": int(numpy.load("/work/x.npy", mmap_mode="r+").sum()) == 499500}]',
  ],
  [
    'pandas',
    'import pandas\nf = pandas.DataFrame({"a": ["x", "y"] * 5000, "b": range(10000)})\nf.to_csv("/work/f.csv")\ng = pandas.read_csv("/work/f.csv").groupby("a").b.mean()\nreturn [{"ok": len(g) == 2}]',
  ],
  [
    'polars, on several threads',
    'import polars\nf = polars.DataFrame({"a": list(range(100000))}).lazy().group_by(polars.col("a") % 7).len().collect()\nf.write_parquet("/work/p.parquet")\nreturn [{"ok": len(polars.scan_parquet("/work/p.parquet").collect()) == 7}]',
  ],
  [
    'pyarrow',
    'import pyarrow, pyarrow.compute, pyarrow.csv, pyarrow.dataset\nt = pyarrow.table({"a": range(100000)})\npyarrow.csv.write_csv(t, "/work/a.csv")\nd = pyarrow.dataset.dataset("/work/a.csv", format="csv").to_table()\nreturn [{"ok": pyarrow.compute.sum(d["a"]).as_py() == 4999950000}]',
  ],
  [
    'processes',
    'import multiprocessing\nwith multiprocessing.get_context("fork").Pool(2) as pool:\n    return [{"ok": pool.map(abs, [-1, -2]) == [1, 2]}]',
  ],
  [
    'many processes, one after the other',
    'import subprocess\nfor _ in range(50):\n    if os.fork() == 0:\n        os._exit(0)\n    os.wait()\n    subprocess.run(["true"])\nreturn [{"ok": True}]',
  ],
  [
    'threads',
    'from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(4) as pool:\n    return [{"ok": list(pool.map(abs, [-1])) == [1]}]',
  ],
  [
    'shared memory by name',
    'from multiprocessing import shared_memory\nm = shared_memory.SharedMemory(create=True, size=1000)\nm.buf[0] = 7\nm.close()\nm.unlink()\nreturn [{"ok": True}]',
  ],
  [
    'programs',
    'import subprocess\nreturn [{"ok": subprocess.run(["sh", "-c", "echo hello | tr a-z A-Z"], capture_output=True, text=True).stdout == "HELLO\\n"}]',
  ],
  [
    'its scratch folder',
    'import pathlib, shutil, sqlite3, tempfile\nwith tempfile.TemporaryDirectory() as folder:\n    pathlib.Path(folder, "a").write_text("x")\n    shutil.copy2(f"{folder}/a", f"{folder}/b")\n    shutil.make_archive(f"{folder}/c", "zip", folder)\n    base = sqlite3.connect(f"{folder}/d")\n    base.execute("create table t as select 1")\n    base.commit()\nreturn [{"ok": True}]',
  ],
  [
    'an event loop',
    'import asyncio\nasync def one():\n    await asyncio.sleep(0.01)\n    return await asyncio.to_thread(abs, -1)\nreturn [{"ok": asyncio.run(one()) == 1}]',
  ],
];

describe('the list of system calls leaves everything that analyses are made with', () => {
  it.each(USES)('%s', async (_, lines) => {
    const body = lines.split('\n').map((line) => `    ${line}`);
    const source = `import os\nfrom svc import derivation\n\n@derivation()\ndef it(ctx):\n${body.join('\n')}\n`;
    const outcome = await sandbox.runDerivation(fixture.request(source));
    expect(await rowsOf(outcome)).toEqual([{ ok: true }]);
  });
});
