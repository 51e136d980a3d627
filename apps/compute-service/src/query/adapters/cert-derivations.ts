import { Inject, Injectable } from '@nestjs/common';
import { CERTIFIED_SOURCES, type CertifiedSources } from '@svc/certified-data';
import type { CallContext } from '@svc/platform';
import type { DerivationCatalog, DerivationRows } from '../query.ports';

/** Derivations as cert-service knows them; what is certified is leased. */
@Injectable()
export class CertDerivations implements DerivationCatalog {
  constructor(@Inject(CERTIFIED_SOURCES) private readonly sources: CertifiedSources) {}

  async resolve(names: readonly string[], context: CallContext): Promise<ReadonlyMap<string, DerivationRows>> {
    const found = await this.sources.resolve(names, context);
    return new Map(
      [...found].map(([name, { table, certified, reason }]) => [
        name,
        table === null ? { absent: reason } : { table, certification: { certified, reason } },
      ]),
    );
  }
}
