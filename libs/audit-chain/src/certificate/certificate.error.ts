/** A payload that this library will not sign, because its own verifier would refuse the result. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code = 'malformed-payload';

  /** @param problems each `pointer: what it must be` */
  constructor(readonly problems: readonly string[]) {
    super(`the payload cannot be certified: ${problems.join('; ')}`);
  }
}
