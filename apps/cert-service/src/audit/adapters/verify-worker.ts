import { LogError } from '@svc/audit-chain';
import { type VerifyTask, verifyTask } from './verify-process';

/** The whole life of a verifying process: one task in, one answer out. */
process.once('message', (task: VerifyTask) => {
  verifyTask(task).then(
    (verification) => process.send?.({ verification }),
    (error: unknown) => process.send?.(error instanceof LogError ? { refusal: error.code, message: error.message } : { error: String(error) }),
  );
});
