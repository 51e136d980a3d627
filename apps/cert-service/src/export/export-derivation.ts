import { Inject, Injectable } from '@nestjs/common';
import type { derivationExport, Principal } from '@svc/contracts';
import { ClaimedAnswer, type Clock, CLOCK, exportHead } from '@svc/platform';
import type { Warehouse } from '@svc/warehouse';
import type { z } from 'zod';
import { DERIVATION_STORE, type DerivationStore } from '../definition/derivation.ports';
import { findDerivation } from '../definition/find-derivation';
import { PresentDerivation } from '../derivation/present-derivation';
import { CertifiedNow } from '../run/input/certified-now';
import { RUN_STORE, type RunStore } from '../run/run.ports';
import { WAREHOUSE } from '../warehouse';

/** Runs read at once: each may hold megabytes of output. */
const PAGE = 20;

type Head = Omit<z.input<typeof derivationExport>, 'history' | 'certificate'>;

/** Writes a derivation as a document; its history goes to the warehouse page by page and is never fully in memory. */
@Injectable()
export class ExportDerivation {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    @Inject(WAREHOUSE) private readonly warehouse: Pick<Warehouse, 'results'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly present: PresentDerivation,
    private readonly certifiedNow: CertifiedNow,
  ) {}

  /** The file counts against the disk allowance of `who` until it is sent. */
  async export(name: string, who: Principal): Promise<ClaimedAnswer> {
    const stored = await findDerivation(this.derivations, name, who);
    const [derivation, parameter_sets, now] = await Promise.all([
      this.present.one(stored, who),
      this.present.sets(stored, who),
      this.certifiedNow.one(stored, who),
    ]);
    const head: Head = {
      ...derivation,
      ...exportHead('derivation', stored, this.clock.now()),
      source: stored.source,
      files: { ...stored.files },
      parameter_sets,
      attestation: now.run?.run.attestation ?? null,
    };
    const certificate = now.certified ? await this.runs.certificate(now.run.run.id) : null;
    return new ClaimedAnswer(
      await this.warehouse.results.put(this.document(name, head, certificate?.text ?? 'null'), { owner: who.id }),
    );
  }

  /** The certificate is embedded byte for byte, since its bytes are what was signed. */
  private async *document(name: string, head: Head, certificate: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"certificate":${certificate},"history":[`);
    let before: string | null = null;
    for (;;) {
      const page = await this.runs.page(name, null, before, PAGE);
      if (page.length === 0) break;
      const runs = page.map((it) => JSON.stringify(it.run)).join(',');
      yield Buffer.from(before === null ? runs : `,${runs}`);
      before = page.at(-1)?.run.id ?? null;
    }
    yield Buffer.from(']}');
  }
}
