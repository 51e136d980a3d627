import { type RunningService, startService } from '@svc/testing';
import { servedModels } from './served-models';

const CLIENTS = 4;
const ANSWERED = 60;

const { registerDoubled, invoke, records, harness } = servedModels();
let replica: RunningService | undefined;
afterAll(() => replica?.kill());

it('kill -9 loses no invocation that was answered', async () => {
  await registerDoubled('killed');
  const { environment, service, restart } = harness();
  replica = await startService('model-service', { env: environment });
  await service.stop();
  const answered: string[] = [];
  let killed: Promise<void> | undefined;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let ended = false; !ended;) {
        const answer = await invoke('killed', { inputs: { x: answered.length } }).catch(() => null);
        if (answer !== null) answered.push(answer.request_id);
        if (answered.length >= ANSWERED) killed ??= replica?.kill();
        ended = answer === null && killed !== undefined;
      }
    }),
  );
  await restart();
  const kept = new Set((await records('killed', { limit: 500 })).map((it) => it.request_id));
  expect(answered.length).toBeGreaterThanOrEqual(ANSWERED);
  expect(answered.filter((it) => !kept.has(it))).toEqual([]);
});
