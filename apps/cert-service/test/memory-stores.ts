import { maySee, parseSource, type Principal, type SourceRef } from '@svc/contracts';
import type { DerivationStore, StoredDerivation } from '../src/definition/derivation.ports';
import type { StoredRun } from '../src/run/run';
import type { RecordedCertificate, RunStore } from '../src/run/run.ports';

/** Runs in memory, for specs of the code above the store. */
export class MemoryRuns implements RunStore {
  readonly kept: { run: StoredRun; certificate: RecordedCertificate | null }[] = [];
  find = (id: string) => Promise.resolve(this.kept.find((it) => it.run.run.id === id)?.run ?? null);
  newest = ({ derivation, set }: SourceRef) =>
    Promise.resolve(
      this.kept.filter(({ run: { run } }) => run.derivation === derivation && run.parameter_set === set).at(-1)?.run ??
        null,
    );
  newestOf = async (names: readonly string[]) => {
    const found = new Map<string, StoredRun>();
    for (const name of names) {
      const run = await this.newest(parseSource(name));
      if (run !== null) found.set(name, run);
    }
    return found;
  };
  page = () => Promise.resolve(this.kept.map((it) => it.run).reverse());
  record = (run: StoredRun, certificate: RecordedCertificate | null) => {
    if (!this.kept.some((it) => it.run.run.id === run.run.id)) this.kept.push({ run, certificate });
    return Promise.resolve();
  };
  revoke = () => Promise.resolve();
  newestCertified = () => Promise.resolve(null);
  certified = () => Promise.resolve(null);
  revocationOf = () => Promise.resolve(null);
  certificate = (id: string) => Promise.resolve(this.kept.find((it) => it.run.run.id === id)?.certificate ?? null);
  keepCertificate = (_: string, certificate: RecordedCertificate) => Promise.resolve(certificate);
}

/** Derivations in memory; saving and deleting always succeed. */
export class MemoryDerivations implements DerivationStore {
  constructor(readonly all: StoredDerivation[]) {}
  find = (name: string, who: Principal) =>
    Promise.resolve(this.all.find((it) => it.manifest.name === name && maySee(it, who)) ?? null);
  findAll = (names: readonly string[], who: Principal) =>
    Promise.resolve(this.all.filter((it) => names.includes(it.manifest.name) && maySee(it, who)));
  inForce = (names: readonly string[]) => Promise.resolve(this.all.filter((it) => names.includes(it.manifest.name)));
  page = () => Promise.resolve(this.all);
  save = () => Promise.resolve(true);
  share = () => Promise.resolve(true);
  delete = () => Promise.resolve(true);
  accessOf = () => Promise.resolve(null);
  dependents = () => Promise.resolve({ seen: [], unseen: 0 });
}
