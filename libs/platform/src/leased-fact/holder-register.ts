/**
 * The replicas that may hold leases on facts of a service, kept where the facts are kept, so that it outlives every replica
 * of the owner. A holder that was admitted stays listed for as long as any lease that it was granted lasts: it is removed
 * in two steps, {@link HolderRegister.lapse} and, a lease and a margin later, {@link HolderRegister.forget}.
 */
export interface HolderRegister {
  /** Lists the holder, if it is not. Resolves when every later {@link HolderRegister.list} sees it. */
  admit(holder: string): Promise<void>;
  /** Also those that have lapsed. */
  list(): Promise<readonly string[]>;
  /** Marks holders that said nothing: with the next question each is admitted again. */
  lapse(holders: readonly string[], mark: string): Promise<void>;
  /** Removes those that have not been admitted again since they got this mark. */
  forget(mark: string): Promise<void>;
  /** Removes a holder that will never use a fact again. */
  leave(holder: string): Promise<void>;
}
