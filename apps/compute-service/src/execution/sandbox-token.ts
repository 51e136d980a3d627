/** Injects the `Sandbox` of this machine. */
export const SANDBOX = Symbol('Sandbox');
