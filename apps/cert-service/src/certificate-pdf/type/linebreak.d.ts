/** The part of `linebreak` (UAX #14, untyped) that is used here. */
declare module 'linebreak' {
  class LineBreaker {
    constructor(text: string);
    /** The next place where a line may end, or must; null after the last. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
  export = LineBreaker;
}
