/** Stops a command with one sentence and the next step. Shown without a stack trace. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly nextStep: string,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}
