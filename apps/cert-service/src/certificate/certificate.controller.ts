import { Controller, Inject } from '@nestjs/common';
import {
  getCertificate,
  getCertificatePdf,
  getPublicKey,
  issueCertificate,
  type RequestOf,
  type ResponseOf,
  verifyCertificate,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ReadCertificatePdf } from './read-certificate-pdf';
import { AUDIT_LOG_KEY } from '../audit/audit.ports';
import { type Issuer, ISSUER } from '../run/certificate/issue-certificate';
import { type CertificateOf, type FoundCertificate, ReadCertificate } from './read-certificate';
import { VerifyCertificate } from './verify-certificate';

@Controller()
export class CertificateController {
  constructor(
    private readonly read: ReadCertificate,
    private readonly verification: VerifyCertificate,
    private readonly pdf: ReadCertificatePdf,
    @Inject(ISSUER) private readonly issuer: Issuer,
    @Inject(AUDIT_LOG_KEY) private readonly auditLogKey: string,
  ) {}

  @Handles(getCertificate)
  async get(
    request: RequestOf<typeof getCertificate>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof getCertificate>> {
    return envelope(await this.read.get(asked(request), principal));
  }

  @Handles(getCertificatePdf)
  getPdf(
    request: RequestOf<typeof getCertificatePdf>,
    context: CallContext,
  ): Promise<ResponseOf<typeof getCertificatePdf>> {
    return this.pdf.get(asked(request), context);
  }

  @Handles(issueCertificate)
  async issue(
    request: RequestOf<typeof issueCertificate>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof issueCertificate>> {
    return envelope(await this.read.issue(asked(request), principal));
  }

  @Handles(verifyCertificate)
  verify(
    request: RequestOf<typeof verifyCertificate>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof verifyCertificate>> {
    return this.verification.verify(request.params.name, JSON.stringify(request.body), principal);
  }

  @Handles(getPublicKey)
  publicKey(): Promise<ResponseOf<typeof getPublicKey>> {
    const { key, name, history } = this.issuer;
    return Promise.resolve({
      schema: 'svc.keys/v1',
      algorithm: 'ed25519',
      public_key: key.publicKey.base64,
      issuer: name,
      audit_log_key: this.auditLogKey,
      keys: [...history],
    });
  }
}

function asked({ params, query }: RequestOf<typeof getCertificate>): CertificateOf {
  return { derivation: params.name, set: query.set, run: query.run };
}

/** The document as issued; the derivation's current status is beside it and not signed. */
function envelope({ text, status }: FoundCertificate): ResponseOf<typeof getCertificate> {
  const issued = getCertificate.response.parse(JSON.parse(text));
  return status === null ? issued : { ...issued, status };
}
