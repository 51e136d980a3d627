export { canonicalize, canonicalText } from './canonical-json/canonicalize';
export { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './canonical-json/json-value';
export { JsonError, type JsonErrorCode } from './canonical-json/json.error';
export { parseJson } from './canonical-json/parse-json';
export { sha256Digest, type Sha256Digest } from './canonical-json/sha256-digest';
export { type Certificate, CERTIFICATE_SCHEMA } from './certificate/certificate';
export { certificateDigest } from './certificate/certificate-digest';
export { type CertificatePayload, type UnsignedPayload } from './certificate/certificate-payload';
export {
  type CertificateVerification,
  type InvalidCertificate,
  type InvalidCertificateCode,
  type ValidCertificate,
} from './certificate/certificate-verification';
export { CertificateError } from './certificate/certificate.error';
export {
  type CertificateComparison,
  compareCertificate,
  type CurrentState,
  type Moved,
} from './certificate/compare-certificate';
export {
  type DataIntegrityOptions,
  signDataIntegrity,
  toMultikey,
  verifyDataIntegrity,
} from './certificate/data-integrity';
export {
  type InTotoEnvelope,
  type InTotoStatement,
  openInTotoEnvelope,
  toInTotoEnvelope,
} from './certificate/in-toto-envelope';
export {
  claimDigest,
  type Preregistration,
  type PreregistrationCode,
  type ProvenPreregistration,
} from './certificate/preregistration';
export { signCertificate } from './certificate/sign-certificate';
export { verifyCertificate } from './certificate/verify-certificate';
export { openKeyFile, rotateKeyFile } from './keys/key-file';
export { type KeyHistory, parseKeyHistory, readKeyHistory } from './keys/key-history';
export { KeyError, type KeyErrorCode } from './keys/key.error';
export { parsePublicKey, PublicKey } from './keys/public-key';
export { saltedDigest } from './keys/salted-digest';
export { openSecretFile } from './keys/secret-file';
export { SigningKey } from './keys/signing-key';
export { decodeBase64, encodeBase64 } from './keys/strict-base64';
export { type AuditLogOptions, AuditLogWriter } from './log/writer/audit-log-writer';
export { type AuditEntry, type AuditRecord } from './record/audit-record';
export { exportConsistency, exportProof } from './log/export-proof';
export { type Acknowledgement, type LogHead } from './log/writer/log-tail';
export { LogError, type LogErrorCode } from './record/log.error';
export { pruneLog, type PruneReport } from './log/prune-log';
export { readRecords, type RecordQuery } from './log/read-records';
export { decodeLine, lineHash } from './record/record-line';
export { type Checkpoint, openCheckpoint, readUnverifiedCheckpoint } from './tree/checkpoint';
export { CheckpointSigner } from './tree/checkpoint-signer';
export { formatLogKey, type LogKey, parseLogKey } from './tree/log-key';
export { formatAddCheckpoint, type ProofVerification, verifyProof } from './tree/tlog-proof';
export { leafHash, type TreeHash } from './tree/tree-hash';
export { verifyConsistency, verifyInclusion } from './tree/verify-proof';
export { type LogAnchor, type LogOutcome, type LogPlace, type LogVerification } from './verify/log-verification';
export { verifyLog, type VerifyLogOptions } from './verify/verify-log';
