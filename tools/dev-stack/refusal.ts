/** What keeps a command from going on: one sentence that says so, and the next step. Shown without a stack trace. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly nextStep: string,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}
