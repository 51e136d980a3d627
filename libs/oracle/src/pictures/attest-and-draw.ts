import type { Attestation } from '../verdict/attestation';
import { type AttestInput, judge, openInquiry } from '../attest/attest';
import { say, sayWithInterval } from '../words/number-words';
import { drawPictures } from './draw-pictures';
import { drawPage } from './picture-page';
import type { Inquiry } from '../verdict/inquiry';

export interface DrawnAttestation {
  readonly attestation: Attestation;
  /** One static SVG document, the same bytes for the same input; null where nothing was estimated. */
  readonly page: string | null;
}

/**
 * Judges a claim, and draws the page of pictures that goes with the attestation from the very fits the gates looked at.
 * `captions` say below the pictures whose they are.
 */
export function attestAndDraw(input: AttestInput, captions: readonly string[] = []): DrawnAttestation {
  const inquiry = openInquiry(input);
  const attestation = judge(inquiry);
  return { attestation, page: attestation.estimate === null ? null : pageOf(attestation, inquiry, captions) };
}

function pageOf(
  { question, verdict, estimate, flow, balance }: Attestation,
  inquiry: Inquiry,
  captions: readonly string[],
): string | null {
  if (estimate === null) return null;
  try {
    const words = `${estimate.label} = ${sayWithInterval(estimate.value, estimate.interval)}${estimate.unit === null ? '' : ` ${estimate.unit}`}, n = ${say(estimate.n)}`;
    return drawPage({ question, verdict, estimate: words, captions }, drawPictures(inquiry, { flow, balance }));
  } catch {
    return null; // What cannot be drawn withholds no verdict.
  }
}
