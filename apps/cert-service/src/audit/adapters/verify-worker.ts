import { LogError } from '@svc/audit-chain';
import { serveOneTask } from '../../serve-one-task';
import { type VerifyTask, verifyTask } from './verify-process';

serveOneTask((task: VerifyTask) =>
  verifyTask(task).then(
    (verification) => ({ verification }),
    (error: unknown) =>
      error instanceof LogError ? { refusal: error.code, message: error.message } : { error: String(error) },
  ),
);
