import { Inject, Injectable } from '@nestjs/common';
import { certificate, type FileReply } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import type { Warehouse } from '@svc/warehouse';
import { type CertificateOf, ReadCertificate } from './read-certificate';
import { WAREHOUSE } from '../warehouse';
import { CERTIFICATE_PRINTER, type CertificatePrinter } from '../certificate-pdf/certificate-printer';
import { composePage } from '../certificate-pdf/page/compose-page';

/** The public address of the service, without a trailing slash; empty if not configured. */
export const PUBLIC_URL = Symbol('PublicUrl');

/** A certificate as one page for people. */
@Injectable()
export class ReadCertificatePdf {
  constructor(
    private readonly certificates: ReadCertificate,
    @Inject(CERTIFICATE_PRINTER) private readonly printer: CertificatePrinter,
    @Inject(WAREHOUSE) private readonly warehouse: Warehouse,
    @Inject(PUBLIC_URL) private readonly publicUrl: string,
  ) {}

  /** A file among the warehouse's results; refuses like reading the certificate does. */
  async get(
    asked: CertificateOf,
    { principal, signal }: Pick<CallContext, 'principal' | 'signal'>,
  ): Promise<FileReply> {
    const { digest, text } = await this.certificates.get(asked, principal);
    const page = composePage(certificate.parse(JSON.parse(text)), digest, text, this.publicUrl);
    const { object, bytes } = await this.warehouse.results.put(await this.printer.print(page, signal));
    return { object, bytes, content_type: 'application/pdf', file_name: `${asked.derivation}.certificate.pdf` };
  }
}
