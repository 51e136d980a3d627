import { closestName } from '@svc/closest-name';
import * as contracts from '@svc/contracts';
import {
  api,
  type Endpoint,
  maySee,
  mayShare,
  ProblemError,
  resolveDatasets,
  runSql,
  shareDataset,
  shareSavedQuery,
} from '@svc/contracts';
import { lifeEndpoints } from '@svc/testing';
import { CALLERS, VISIBILITIES, NAMES, harness, ids, WAYS, accessOf } from './sight-ways';

/** What a call came to: `answered`, or the code of the problem and all its bytes but for the trace id and the name itself. */
async function outcomeOf(
  work: Promise<unknown>,
  name: string,
): Promise<{ readonly code: string; readonly bytes: string }> {
  const problem = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (problem === null) return { code: 'answered', bytes: '' };
  if (!(problem instanceof ProblemError)) throw new Error(`the call for ${name} failed`, { cause: problem });
  return {
    code: problem.code,
    bytes: JSON.stringify({ ...problem.toProblem(), trace_id: '' })
      .replaceAll(name, 'NAME')
      .replaceAll(ids[name] ?? name, 'ID'),
  };
}

const ACCESS = new Map(Object.entries(api).map(([name, { access }]) => [name, access] as const));

describe('every endpoint of this service', () => {
  it('has a row in the table of this test, unless the conformance suite of named objects asks it', () => {
    const ours = Object.entries<Endpoint>(api).filter(([, { subject }]) => subject.startsWith('svc.compute.'));
    const conforming = lifeEndpoints();
    expect(ours.filter(([name, it]) => !(name in WAYS) && !conforming.has(it)).map(([name]) => name)).toEqual([]);
    expect(Object.keys(WAYS).filter((name) => !ours.some(([it]) => it === name))).toEqual([]);
  });

  it('is no way to a call that only services make', () => {
    const calls: readonly unknown[] = Object.values(contracts);
    const internal = calls.flatMap((it) =>
      typeof it === 'object' && it !== null && 'subject' in it && !('method' in it) ? [it.subject] : [],
    );
    expect(internal).toEqual(
      expect.arrayContaining([
        'svc.compute.sql.query',
        'svc.compute.dataset.resolve',
        'svc.compute.execution.sample',
        'svc.compute.execution.start',
        'svc.compute.execution.describe',
      ]),
    );
    const open = contracts.endpoints.flatMap(({ subject }) =>
      contracts.SERVICES.map((service) => subject.replace('{service}', service)),
    );
    expect(open.filter((subject) => internal.includes(subject))).toEqual([]);
    // The part of a subject that a person writes can be nothing but a service's name.
    for (const id of ['compute.sql.query_1', 'compute.dataset_00000000-0000-4000-8000-000000000000', '>_1', '*'])
      expect(contracts.jobId.safeParse(id).success).toBe(false);
  });
});

const ROWS = Object.entries(WAYS).flatMap(([endpoint, row]) =>
  Object.entries(CALLERS).flatMap(([caller, principal]) =>
    VISIBILITIES.map((visibility) => ({ endpoint, ...row, caller, principal, visibility })),
  ),
);

describe('an object', () => {
  it.each(ROWS)(
    'that is $visibility: $endpoint by the $caller',
    async ({ endpoint, of, ways, seen = ['answered'], taken, principal, visibility }) => {
      const access = accessOf(visibility);
      const mayCall = contracts.mayCall(ACCESS.get(endpoint) ?? 'public', principal);
      const sees = of === 'statement' ? principal.id === access.owner : maySee(access, principal);
      for (const way of ways) {
        const name = NAMES[visibility];
        const met = await outcomeOf(way(name, principal), name);
        if (!mayCall) expect(met.code).toBe('forbidden');
        else if (sees) expect(seen).toContain(met.code);
        else if (taken === true)
          expect(met.bytes).toContain('"detail":"The name \\"NAME\\" is taken; choose another.","code":"conflict"');
        else expect(met).toEqual(await outcomeOf(way(NAMES.never, principal), NAMES.never));
      }
    },
  );

  it.each(VISIBILITIES)(
    'that is %s is shared by its owner and admins, by nobody else who sees it',
    async (visibility) => {
      for (const principal of Object.values(CALLERS)) {
        for (const share of [shareDataset, shareSavedQuery]) {
          const met = await outcomeOf(
            harness.gateway.call(
              share,
              { params: { name: NAMES[visibility] }, query: {}, body: { visibility: 'project' } },
              { principal },
            ),
            NAMES[visibility],
          );
          const scoped = principal.scopes.includes('access:manage');
          const code = !scoped
            ? 'forbidden'
            : !maySee(accessOf(visibility), principal)
              ? 'not-found'
              : mayShare(accessOf(visibility), principal)
                ? 'precondition-required'
                : 'forbidden';
          expect(met.code).toBe(code);
        }
      }
    },
  );

  it.each(Object.entries(CALLERS))(
    'is resolved for other services as the %s sees it, also in what is suggested',
    async (_, principal) => {
      const names = Object.values(NAMES);
      const seen: readonly string[] = VISIBILITIES.filter((it) => maySee(accessOf(it), principal)).map(
        (it) => NAMES[it],
      );
      const { datasets, missing, known } = await harness.gateway.call(resolveDatasets, { names }, { principal });
      expect([Object.keys(datasets), known]).toEqual([seen, seen].map((it) => [...it].sort()));
      expect(missing).toEqual(names.filter((it) => !seen.includes(it)));
      for (const name of names) {
        const typed = `${name}s`;
        const near = closestName(typed, [...seen].sort());
        const problem = await harness.gateway
          .call(runSql, { params: {}, query: {}, body: { sql: `FROM ${typed}` } }, { principal })
          .catch((error: unknown) => error);
        expect(problem).toMatchObject({ code: 'not-found', facts: { data: { near: near === null ? [] : [near] } } });
      }
    },
  );
});
