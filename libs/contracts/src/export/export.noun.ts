import { noun } from '../noun';
import { derivationExport, exportDerivation } from './export.endpoints';

export const exportNoun = noun({
  name: 'export',
  endpoints: { exportDerivation },
  schemas: { DerivationExport: derivationExport },
});
