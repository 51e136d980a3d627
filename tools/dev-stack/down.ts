import type { Config } from './config';
import type { Progress } from './progress';
import { stateDirectory } from './state/state-directory';
import { stopSupervisor } from './supervisor/supervisor-process';

/** Stops the whole stack and keeps its data. Succeeds when nothing runs. */
export async function down(config: Config, progress: Progress): Promise<void> {
  const state = stateDirectory(config.state);
  const ran = await progress.step('Stopping', () =>
    stopSupervisor(state).then((stopped) => (stopped ? 'everything is stopped, data are kept' : 'nothing was running')),
  );
  if (ran.startsWith('everything')) progress.line('  ./svc up starts it again; ./svc reset removes the data.');
}
