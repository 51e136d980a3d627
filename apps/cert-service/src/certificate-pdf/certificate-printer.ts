import type { CertificatePage } from './page/certificate-page';

/** Makes a PDF of a page off the main thread: typesetting takes longer than a service may block. */
export interface CertificatePrinter {
  /**
   * The file's bytes; the same page gives the same bytes.
   * @throws ProblemError `overloaded` when too many wait already; the signal's reason when it fires
   */
  print(page: CertificatePage, signal: AbortSignal): Promise<Uint8Array>;
}
export const CERTIFICATE_PRINTER = Symbol('CertificatePrinter');
