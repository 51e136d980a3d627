import type { CertificatePage } from './page/certificate-page';
import { printPage } from './print-page';

/** Thread entry: one page in, one file out. */
export default function print(page: CertificatePage): Promise<Uint8Array> {
  return printPage(page);
}
