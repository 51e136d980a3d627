import { noun } from '../noun';
import {
  getCertificate,
  getCertificatePdf,
  getPublicKey,
  issueCertificate,
  verifyCertificate,
} from './certificate.endpoints';
import { certificate, certificatePayload } from './certificate';
import { certificateVocabulary } from './certificate.vocabulary';

export const certificateNoun = noun({
  name: 'certificate',
  ...certificateVocabulary,
  endpoints: {
    getPublicKey,
    getCertificate,
    getCertificatePdf,
    issueCertificate,
    verifyCertificate,
  },
  schemas: {
    Certificate: certificate,
    CertificatePayload: certificatePayload,
  },
});
