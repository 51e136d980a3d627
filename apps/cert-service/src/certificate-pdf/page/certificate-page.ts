import type { Verdict } from '@svc/contracts';

/** One check: what was found, or why it was not run. */
export interface CheckLine {
  readonly found: Verdict | 'skipped';
  readonly name: string;
  readonly detail: string;
}

export interface CheckList {
  readonly heading: string;
  readonly lines: readonly CheckLine[];
  /** How many the certificate has; the page may show fewer, and then says so. */
  readonly total: number;
}

/** A label and its value; hashes and keys are set in a monospaced face. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly isCode: boolean;
  /** The link target of the value. */
  readonly link?: string;
}

/** The interval in words, and its numbers for the drawing. */
export interface PrintedInterval {
  readonly words: string;
  readonly low: number;
  readonly high: number;
  readonly lowText: string;
  readonly highText: string;
}

export interface PrintedEstimate {
  /** What was estimated: `converted: variant B − A`. */
  readonly label: string;
  readonly value: number;
  readonly valueText: string;
  readonly unit: string;
  readonly interval: PrintedInterval | null;
  readonly basis: string;
}

/** A box on the way from the rows there were to the rows analysed. */
export interface FlowStep {
  readonly title: string;
  readonly note: string;
  /** From the box before it; the sides stand beside each other. */
  readonly follows: boolean;
}

/** How far apart the sides are in a column, in standard deviations. */
export interface BalanceLine {
  readonly column: string;
  readonly before: number;
  readonly after: number;
}

/** Which rows were analysed, and how alike the compared sides are. */
export interface PrintedParticipants {
  readonly steps: readonly FlowStep[];
  readonly words: string;
  /** Empty where no outcome is missing. */
  readonly attrition: string;
  readonly balance: readonly BalanceLine[];
  readonly isAdjusted: boolean;
  readonly balanceWords: string;
  /** Differences within this are usually called balanced. */
  readonly band: number;
}

/** Everything the printed page says, before anything is measured or drawn. Plain data: it crosses threads. */
export interface CertificatePage {
  readonly derivation: string;
  readonly issuer: string;
  /** `1 March 2026` */
  readonly day: string;
  readonly verdict: {
    readonly found: Verdict;
    readonly word: string;
    readonly meaning: string;
    readonly cause: string | null;
  };
  readonly question: string;
  /** The oracle's statement of what was tested; empty on certificates older than that statement. */
  readonly tested: string;
  /** The part of the question that the test does not cover, then what would overturn the verdict. */
  readonly remarks: readonly string[];
  /** Kind and roles: `Experiment · variant: variant · metric: converted`. */
  readonly claim: string;
  readonly estimate: PrintedEstimate | null;
  readonly adjustedFor: string;
  /** Null on certificates that do not say who took part. */
  readonly participants: PrintedParticipants | null;
  readonly ran: CheckList;
  readonly skipped: CheckList;
  readonly facts: readonly Fact[];
  readonly digest: string;
  readonly closing: { readonly bold: string; readonly plain: string };
  /** Set only when a text contains characters that no face has. */
  readonly missingGlyphs: string;
  readonly document: {
    readonly title: string;
    readonly issuedAt: string;
    readonly attachmentName: string;
    readonly attachment: string;
  };
}
