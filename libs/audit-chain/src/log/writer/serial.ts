/** Runs tasks one after the other, in the order they came; one that fails does not keep the next from running. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
