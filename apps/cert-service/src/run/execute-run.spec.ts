import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openKeyFile, verifyCertificate } from '@svc/audit-chain';
import {
  type Attestation,
  type ExecutionResult,
  type Principal,
  ProblemError,
  type TableVersion,
} from '@svc/contracts';
import type { CallOrigin, Clock } from '@svc/platform';
import { aDerivation, anAttestation, aTable } from '../../test/builders';
import { IssueCertificate } from './certificate/issue-certificate';
import type { ExecutionRequest, Sandbox, StoredDerivation } from '../definition/derivation.ports';
import { ActAsAuthor } from './input/act-as-author';
import { AskOracle } from './claim/ask-oracle';
import { CertifiedNow } from './input/certified-now';
import { ExecuteRun } from './execute-run';
import { ResolveDerivations } from './input/resolve-derivations';
import { ResolveInputs } from './input/resolve-inputs';
import { RunHistory } from './run-history';
import { RunTrial } from './run-trial';
import { MemoryDerivations, MemoryRuns } from '../../test/memory-stores';
import type { Attempt, OracleQuestion } from './run.ports';

const PRINCIPAL: Principal = { id: 'ann', kind: 'user', role: 'editor', scopes: [], groups: [] };
const trace = { stdout: 'hello', stderr: '', duration_ms: 5, peak_rss_bytes: 1 };
const environment = `sha256:${'3'.repeat(64)}`;
const succeeded: ExecutionResult = {
  outcome: 'succeeded',
  ...trace,
  environment,
  table: aTable(),
  reproducibility: { identical: true, within_tolerance: true, second_hash: aTable().data_hash, detail: 'same' },
};
const failed: Extract<ExecutionResult, { outcome: 'failed' }> = {
  outcome: 'failed',
  ...trace,
  environment,
  reason: 'raised',
  message: 'ZeroDivisionError',
  traceback: 'line 1',
};

describe('a run', () => {
  let folder: string;
  let issuer: ConstructorParameters<typeof IssueCertificate>[0];
  const context: CallOrigin & { signal: AbortSignal } = {
    principal: PRINCIPAL,
    traceparent: `00-${'0'.repeat(31)}1-${'0'.repeat(15)}1-01`,
    signal: new AbortController().signal,
  };
  const clock: Clock = { now: () => new Date('2026-01-02T03:04:05.678Z') };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'svc-cert-'));
    const key = await openKeyFile(path.join(folder, 'certificate.key'));
    issuer = {
      name: 'test',
      key,
      history: [{ public_key: key.publicKey.base64, from: '2026-01-01T00:00:00.000000Z', until: null }],
      trustedKeys: [key.publicKey.base64],
    };
  });
  afterAll(() => rm(folder, { recursive: true }));

  function service(
    over: {
      derivations?: StoredDerivation[];
      execution?: ExecutionResult;
      datasets?: Record<string, TableVersion>;
      attestation?: Attestation;
      misfit?: ProblemError;
      rowsKept?: boolean;
    } = {},
  ) {
    const runs = new MemoryRuns();
    const executions: ExecutionRequest[] = [];
    const questions: OracleQuestion[] = [];
    const derivations = new MemoryDerivations(over.derivations ?? [aDerivation()]);
    const sandbox: Sandbox = {
      describe: () => Promise.reject(new Error('not asked here')),
      execute: (request) => {
        executions.push(request);
        return Promise.resolve(over.execution ?? succeeded);
      },
    };
    const counted: string[] = [];
    const ledger = {
      count: ({ family, hypothesis }: Attempt) => {
        const row = `${family} ${hypothesis}`;
        if (!counted.includes(row)) counted.push(row);
        return Promise.resolve({ attempts: counted.filter((it) => it.startsWith(family)).indexOf(row) + 1, looks: 0 });
      },
      look: () => Promise.reject(new Error('a run is no look')),
      suggest: () => Promise.resolve(),
      wasSuggested: () => Promise.resolve(false),
      familyOf: (_line: string, _content: string, family: string) => Promise.resolve(family),
    };
    const oracle = {
      judge: (question: OracleQuestion) => {
        questions.push(question);
        return over.misfit === undefined
          ? Promise.resolve({ attestation: over.attestation ?? anAttestation(), pictures: null })
          : Promise.reject(over.misfit);
      },
      suggest: () => Promise.reject(new Error('a run suggests nothing')),
      contentOf: () => Promise.resolve(null),
    };
    const certified = new CertifiedNow(derivations, runs, { damages: () => Promise.resolve([]) });
    const inputs = new ResolveInputs(
      {
        resolve: () => Promise.resolve(over.datasets ?? { flights: aTable({ data_hash: `sha256:${'2'.repeat(64)}` }) }),
      },
      new ResolveDerivations(certified),
      new ActAsAuthor({ find: (id) => Promise.resolve({ principal: { ...PRINCIPAL, id }, why: '' }) }),
    );
    const history = new RunHistory(
      runs,
      { has: () => Promise.resolve(over.rowsKept ?? true) },
      new IssueCertificate(issuer, clock, { prove: () => Promise.resolve(null) }),
      certified,
    );
    const trial = new RunTrial(sandbox, new AskOracle(oracle, ledger));
    return {
      runs,
      executions,
      questions,
      counted,
      execute: new ExecuteRun(derivations, clock, inputs, trial, history),
    };
  }

  const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
  const command = { derivation: 'departures', params: {}, set: 'default', force: false };
  const quiet = (): void => undefined;

  it("ends in a certificate that verifies offline with the instance's key", async () => {
    const { runs, execute } = service();
    const result = await execute.execute(id(1), command, context, quiet);
    expect(result).toMatchObject({ outcome: 'succeeded', verdict: 'sound', unchanged: false });
    const certificate = await runs.certificate(id(1));
    const verification = verifyCertificate(certificate?.text ?? '', { pinnedKey: issuer.key.publicKey.base64 });
    expect(verification).toMatchObject({ outcome: 'trusted', digest: result.certificate_digest });
  });

  it('is recorded once, however often its job is handed out', async () => {
    const { runs, executions, execute } = service();
    const first = await execute.execute(id(1), command, context, quiet);
    const again = await execute.execute(id(1), command, context, quiet);
    expect(again).toEqual(first);
    expect(runs.kept).toHaveLength(1);
    expect(executions).toHaveLength(1);
  });

  it('is not repeated when nothing it depends on has changed', async () => {
    const { executions, execute } = service();
    await execute.execute(id(1), command, context, quiet);
    expect(await execute.execute(id(2), command, context, quiet)).toMatchObject({ run_id: id(1), unchanged: true });
    expect(executions).toHaveLength(1);
  });

  it('is repeated when its rows are damaged in storage: running again brings them back', async () => {
    const { executions, execute } = service({ rowsKept: false });
    await execute.execute(id(1), command, context, quiet);
    expect(await execute.execute(id(2), command, context, quiet)).toMatchObject({ run_id: id(2), unchanged: false });
    expect(executions).toHaveLength(2);
  });

  it('is repeated when asked to, and the repetition is no new attempt', async () => {
    const { executions, questions, execute } = service();
    await execute.execute(id(1), command, context, quiet);
    await execute.execute(id(2), { ...command, force: true }, context, quiet);
    expect(executions).toHaveLength(2);
    expect(questions.map((it) => it.attempts)).toEqual([1, 1]);
  });

  it('that failed is kept with its output and counts as an attempt, and gets no certificate', async () => {
    const { runs, counted, execute } = service({ execution: failed });
    const result = await execute.execute(id(1), command, context, quiet);
    expect(result).toMatchObject({
      outcome: 'failed',
      verdict: null,
      certificate_digest: null,
      reason: 'raised: ZeroDivisionError',
    });
    expect(runs.kept[0]?.run.run).toMatchObject({ stdout: 'hello', traceback: 'line 1' });
    expect(counted).toHaveLength(1);
  });

  it.each(['isolation-unavailable', 'cancelled'] as const)(
    'that ended as "%s" leaves no trace in the history: it says nothing about the derivation',
    async (reason) => {
      const { runs, execute } = service({ execution: { ...failed, reason } });
      await expect(execute.execute(id(1), command, context, quiet)).rejects.toBeInstanceOf(ProblemError);
      expect(runs.kept).toHaveLength(0);
    },
  );

  it('on an input that does not exist, or that the caller may not see, is not recorded: the certificate stays in force', async () => {
    const { runs, executions, execute } = service({ datasets: {} });
    await expect(execute.execute(id(1), command, context, quiet)).rejects.toMatchObject({
      code: 'not-found',
      detail: expect.stringContaining('"flights"'),
    });
    expect(runs.kept).toHaveLength(0);
    expect(executions).toHaveLength(0);
    const hidden = aDerivation({ name: 'base' }, { owner: 'bob', visibility: 'private' });
    const over = service({
      derivations: [hidden, aDerivation({ inputs: { base: { kind: 'derivation', ref: 'base' } } })],
    });
    await expect(over.execute.execute(id(1), command, context, quiet)).rejects.toMatchObject({
      code: 'not-found',
      detail: 'The input derivation "base" does not exist.',
    });
    expect(over.runs.kept).toHaveLength(0);
  });

  it('on a derivation that is not certified is recorded as refused', async () => {
    const upstream = aDerivation({ name: 'base' });
    const derivations = [upstream, aDerivation({ inputs: { base: { kind: 'derivation', ref: 'base' } } })];
    const { runs, execute } = service({ derivations });
    expect(await execute.execute(id(1), command, context, quiet)).toMatchObject({ outcome: 'refused' });
    expect(runs.kept[0]?.run.run.error).toMatchObject({
      code: 'uncertified-source',
      detail: 'The input derivation "base" is not certified now. See: svc derivation show base.',
    });
  });

  it('whose claim the rows do not fit is recorded as refused, with the rows, and counts as an attempt', async () => {
    const { runs, counted, execute } = service({
      misfit: new ProblemError('invalid-claim', 'There is no column "dep_dely".'),
    });
    expect(await execute.execute(id(1), command, context, quiet)).toMatchObject({
      outcome: 'refused',
      verdict: null,
      certificate_digest: null,
      reason: 'There is no column "dep_dely".',
    });
    expect(runs.kept[0]?.run).toMatchObject({ table: aTable(), run: { error: { code: 'invalid-claim' } } });
    expect(counted).toHaveLength(1);
  });

  it('without a claim succeeds, gets no verdict and no certificate', async () => {
    const { runs, questions, execute } = service({ derivations: [aDerivation({ claim: null })] });
    expect(await execute.execute(id(1), command, context, quiet)).toMatchObject({
      outcome: 'succeeded',
      verdict: null,
      certificate_digest: null,
    });
    expect(questions).toHaveLength(0);
    expect(runs.kept[0]?.certificate).toBeNull();
  });

  it("of a fault that is not the author's is not recorded: the job reports it and tries again", async () => {
    const { runs, execute } = service({ derivations: [] });
    await expect(execute.execute(id(1), command, context, quiet)).rejects.toBeInstanceOf(ProblemError);
    expect(runs.kept).toHaveLength(0);
  });

  it('with parameters that are not declared is refused before anything runs', async () => {
    const { executions, execute } = service();
    await expect(execute.execute(id(1), { ...command, params: { year: 2013 } }, context, quiet)).rejects.toMatchObject({
      code: 'invalid-request',
    });
    expect(executions).toHaveLength(0);
  });
});
