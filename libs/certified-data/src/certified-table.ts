import type { CertifiedSource, MetricAnswer, TableVersion } from '@svc/contracts';
import { ProblemError } from '@svc/contracts';

type Provenance = MetricAnswer['source'];

/** A certified source: its rows, and the provenance of every number computed from them. */
export interface CertifiedTable {
  readonly table: TableVersion;
  readonly provenance: Provenance;
}

/**
 * The tables behind `names`, in that order. Refuses unless all of them are certified now, with the reason for each that
 * is not, because a certification can end while a definition stays. The code is `object-corrupt` if damaged rows are
 * the only reason, since the caller cannot resolve that.
 */
export function requireCertified(
  names: readonly string[],
  resolved: ReadonlyMap<string, CertifiedSource>,
): ReadonlyMap<string, CertifiedTable> {
  const { tables, refused: reasons } = certifiedOf(names, resolved);
  const refused = [...reasons].map(([name, reason]) => ({ name, reason }));
  if (refused.length > 0) {
    const detail = refused.map((it) => `"${it.name}" is not certified: ${it.reason.replace(/[.\s]*$/, '.')}`).join(' ');
    const damaged = refused.every(({ name }) => resolved.get(name)?.damaged === true);
    throw new ProblemError(
      damaged ? 'object-corrupt' : 'uncertified-source',
      `${detail} Run "svc derivation show ${refused[0]?.name}" to see why.`,
      { data: { sources: refused } },
    );
  }
  return tables;
}

/** The tables of those names that are certified now, and why the others are not. */
export function certifiedOf(
  names: readonly string[],
  resolved: ReadonlyMap<string, CertifiedSource>,
): { readonly tables: ReadonlyMap<string, CertifiedTable>; readonly refused: ReadonlyMap<string, string> } {
  const standing = names.map((name) => [name, certifiedTable(name, resolved.get(name))] as const);
  return {
    tables: new Map(standing.flatMap(([name, it]) => (typeof it === 'string' ? [] : [[name, it] as const]))),
    refused: new Map(standing.flatMap(([name, it]) => (typeof it === 'string' ? [[name, it] as const] : []))),
  };
}

function certifiedTable(name: string, source: CertifiedSource | undefined): CertifiedTable | string {
  if (source === undefined) return 'there is no derivation of that name.';
  const { certified, reason, run, verdict, table, params, certificate_digest, as_of } = source;
  if (!certified) return reason;
  if (run === null || verdict === null || table === null || certificate_digest === null || as_of === null)
    return 'its certificate is not complete yet; try again in a moment.';
  return {
    table,
    provenance: { derivation: name, params, run, data_hash: table.data_hash, certificate_digest, verdict, as_of },
  };
}
