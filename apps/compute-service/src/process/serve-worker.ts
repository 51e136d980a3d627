import type { FromWorker, ToWorker, WorkerProgram } from './worker-protocol';

const PROGRESS_MS = 500;

/**
 * The main loop of a worker process: one piece of work at a time, until the service ends. The process ends
 * with its parent: a worker that outlives the service would keep computing for nobody.
 */
export function serveWorker<Request>(program: WorkerProgram<Request>): void {
  let current: number | null = null;
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (message: ToWorker<Request>) => {
    if ('interrupt' in message) {
      if (message.interrupt === current) program.interrupt();
      return;
    }
    current = message.id;
    const telling = setInterval(() => tell(message.id, program.progress?.() ?? null), PROGRESS_MS);
    void program
      .run(message.work)
      .then(
        (answer) => ({ answer }),
        (error: unknown) => ({ failure: program.failure(error) }),
      )
      .then((outcome) => {
        current = null;
        clearInterval(telling);
        send({ id: message.id, rss: process.memoryUsage.rss(), ...outcome });
      });
  });
  send({ ready: true });
}

function tell(id: number, progress: number | null): void {
  if (progress !== null) send({ id, progress });
}

function send(message: FromWorker): void {
  process.send?.(message);
}
