import { noun } from '../noun';
import { derivationExport, exportDerivation } from './export.endpoints';

export const exportNoun = noun({
  name: 'export',
  endpoints: { exportDerivation },
  exports: {
    kind: 'derivation',
    by: exportDerivation,
    body: (it) => ({ files: derivationExport.parse(it).files }),
  },
  schemas: { DerivationExport: derivationExport },
});
