export { CertSources } from './cert-sources';
export { CERTIFIED_SOURCES, type CertifiedSources } from './certified-sources';
export { certifiedOf, type CertifiedTable, requireCertified } from './certified-table';
