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

export const auditNoun = noun({
  name: 'audit',
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
