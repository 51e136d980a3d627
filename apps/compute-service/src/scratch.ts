/** Injects the path of this process's own folder for work in progress; its siblings belong to other replicas. */
export const SCRATCH = Symbol('Scratch');
