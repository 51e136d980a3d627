import { noun } from '../noun';
import {
  getCertificate,
  getCertificatePdf,
  getPublicKey,
  issueCertificate,
  verifyCertificate,
} from './certificate.endpoints';
import { certificate, certificatePayload } from './certificate';

export const certificateNoun = noun({
  name: 'certificate',
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
