import { noun } from '../noun';
import {
  exportAuditSegment,
  getAuditCheckpoint,
  getAuditProof,
  listAudit,
  listAuditSegments,
  verifyAudit,
} from './audit.endpoints';
import { auditRecord } from './audit';
import { auditVocabulary } from './audit.vocabulary';

export const auditNoun = noun({
  name: 'audit',
  ...auditVocabulary,
  endpoints: {
    listAudit,
    getAuditProof,
    getAuditCheckpoint,
    listAuditSegments,
    exportAuditSegment,
    verifyAudit,
  },
  schemas: {
    AuditRecord: auditRecord,
  },
});
