/** Looked up once: in the sandboxes that tests run in, every look-up of a global costs more than the arithmetic. */
const { cos, floor, log, PI, sqrt } = Math;

/** A stream of uniform numbers in [0, 1). */
export type Random = () => number;

/** FNV-1a with a final avalanche: equal texts give equal numbers in every process. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return avalanche(h);
}

/** One round of mixing (MurmurHash3's finaliser): a bijection of 32-bit integers. */
export function avalanche(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** sfc32, seeded by the text alone: the same seed gives the same stream on every machine. */
export function seededRandom(seed: string): Random {
  let a = hashText(seed);
  let b = hashText(`${seed}/b`);
  let c = hashText(`${seed}/c`);
  let counter = 1;
  const next = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    c |= 0;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** Shuffles in place (Fisher-Yates). */
export function shuffle(values: Float64Array | Int32Array, random: Random): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = floor(random() * (i + 1));
    const held = values[i] ?? NaN;
    values[i] = values[j] ?? NaN;
    values[j] = held;
  }
}

/** A standard normal draw (Box-Muller, cosine branch). */
export function normalDraw(random: Random): number {
  return sqrt(-2 * log(1 - random())) * cos(2 * PI * random());
}
