/** A checkpoint on its way to a place that the operator of the log does not control alone. */
export interface Anchor {
  /** The same at every attempt. */
  readonly id: string;
  /** The C2SP signed note, verbatim. */
  readonly note: string;
  readonly origin: string;
  readonly size: number;
  /** Hex. */
  readonly root: string;
  /** When it was signed, RFC 3339. */
  readonly at: string;
}

/**
 * A place that stores checkpoints. `publish` MUST resolve only when the place has it, MUST accept a repetition, and MUST
 * reject an anchor that contradicts what is stored: nothing there is ever replaced by something older or different.
 */
export interface AnchorDestination {
  /** `file`, `webhook`, `store`, `bucket`: the end of its outbox topic. */
  readonly name: string;
  publish(anchor: Anchor): Promise<void>;
}

/** Delivers checkpoints to their destinations, across crashes of both ends. */
export interface AnchorQueue {
  /** Registers a destination, before anything is enqueued for it. */
  serve(destination: AnchorDestination): void;
  /** Resolves once it is certain that each destination will be asked to publish this note until it has. */
  put(destinations: readonly AnchorDestination[], note: string, at: Date): Promise<void>;
}
export const ANCHOR_QUEUE = Symbol('AnchorQueue');

export interface AnchorPlan {
  readonly destinations: readonly AnchorDestination[];
  /** At most one checkpoint per this many seconds is published, the newest. */
  readonly seconds: number;
}
export const ANCHOR_PLAN = Symbol('AnchorPlan');
