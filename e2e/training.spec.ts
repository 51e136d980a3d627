import { provesAll } from '@svc/testing';
import { admin, stackStatus } from './stack';

/** With engines that take a gigabyte to install: under `./svc test --all`. */
const describeWithEngines = provesAll() ? describe : describe.skip;

/** A target that depends on `size` and on `city`. */
const rows = Array.from({ length: 400 }, (_, i) => {
  const size = ((i * 7919) % 400) / 400;
  const city = ['Bern', 'Genf', 'Chur'][i % 3] ?? '';
  const price = 3 * size + (city === 'Bern' ? 1 : 0) + ((i * 104_729) % 100) / 200;
  return { size, city, price };
});

describeWithEngines('a training with a real engine', () => {
  it('survives the death of its service, registers one version, and leaves the script that reproduces it', async () => {
    const client = await admin();
    const { id } = await client.trainModel({ body: { name: 'price', rows, target: 'price', time_budget: 30 } });
    let killed = false;
    const job = await client.waitForJob(id, {
      onChange: ({ progress }) => {
        if (killed || !progress.message.startsWith('searching')) return;
        killed = true;
        void stackStatus().then(({ processes }) => {
          const pid = processes.find((it) => it.name === 'model')?.pid;
          if (typeof pid === 'number') process.kill(pid, 'SIGKILL');
        });
      },
    });
    expect(killed).toBe(true);
    expect(job).toMatchObject({ state: 'succeeded', result: { version: 1, champion: true, verdict: 'sound' } });
    const params = { name: 'price', version: '1' };
    expect((await client.listModelVersions({ params })).items).toHaveLength(1);
    const paths = (await client.listArtifacts({ params })).items.map((it) => it.path);
    expect(paths).toEqual(expect.arrayContaining(['training_script.py', 'model_card.md', 'reference.parquet']));
    const script = await client.download('getArtifact', { params, query: { path: 'training_script.py' } });
    expect(await script.text()).toContain('pq.read_table(sys.argv[1])');
  }, 1_800_000);
});
