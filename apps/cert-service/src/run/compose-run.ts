import type { Run } from '@svc/contracts';
import { rfc3339Micros } from './certificate/rfc3339-micros';
import { claimHash, derivationVersion, type RunIdentity, whatChanged } from '../definition/derivation-version';
import type { RunRecord } from './run-record';
import type { StoredRun } from './run';

/** Nothing the run depends on has changed since a successful one: running again could only repeat it. */
export function isRepetition(before: StoredRun, identity: RunIdentity): boolean {
  return (
    before.run.outcome === 'succeeded' &&
    derivationVersion(before.identity) === derivationVersion(identity) &&
    claimHash(before.identity) === claimHash(identity)
  );
}

/** The history entry of a run that ended, however it ended. */
export function composeRun(end: RunRecord): StoredRun {
  const { identity, execution } = end;
  const { attestation, pictures } = end.judgement ?? { attestation: null, pictures: null };
  const succeeded = execution?.outcome === 'succeeded' ? execution : null;
  const failed = execution?.outcome === 'failed' ? execution : null;
  const run: Run = {
    id: end.runId,
    derivation: end.derivation.manifest.name,
    derivation_version: derivationVersion(identity),
    ...ending(end),
    verdict: attestation?.verdict ?? null,
    changed: whatChanged(end.before?.identity ?? null, identity),
    data_hash: succeeded?.table.data_hash ?? null,
    rows: succeeded?.table.rows ?? null,
    params: identity.params,
    parameter_set: end.set,
    inputs: identity.inputs,
    code_hash: identity.code_hash,
    environment: identity.environment,
    attestation,
    certificate_digest: null,
    revoked: null,
    pictures: pictures === null ? null : `sha256:${pictures.object}`,
    stdout: execution?.stdout ?? '',
    stderr: execution?.stderr ?? '',
    traceback: failed?.traceback ?? null,
    duration_ms: end.finishedAt.getTime() - end.startedAt.getTime(),
    actor: end.actor,
    started_at: rfc3339Micros(end.startedAt),
    finished_at: rfc3339Micros(end.finishedAt),
  };
  return {
    run,
    identity,
    sourceHash: end.derivation.manifest.source_hash,
    table: succeeded?.table ?? null,
    read: end.read,
    pictures,
  };
}

function ending({ refusal, execution, judgement }: RunRecord): Pick<Run, 'outcome' | 'reason' | 'error'> {
  if (refusal !== null) return { outcome: 'refused', reason: refusal.detail, error: refusal.toProblem() };
  if (execution === null || execution.outcome === 'failed') {
    return {
      outcome: 'failed',
      reason: execution === null ? 'It was not executed.' : `${execution.reason}: ${execution.message}`,
      error: null,
    };
  }
  return {
    outcome: 'succeeded',
    reason: judgement?.attestation.reason ?? 'It declares no claim, so nothing was checked.',
    error: null,
  };
}
