/** How many times as much a peer takes over the bare thing as svc does; null where either takes no longer than the bare thing. */
export function overheadRatio(peer: number, svc: number, bare: number): number | null {
  return peer > bare && svc > bare ? (peer - bare) / (svc - bare) : null;
}
