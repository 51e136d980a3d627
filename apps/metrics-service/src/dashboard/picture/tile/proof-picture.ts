import type { TileData } from '@svc/contracts';
import { type Box, escapeXml, INK, textAt, textWidth } from '@svc/svg';

type Answered = Extract<TileData, { state: 'answered' }>;
type Source = Answered['sources'][number];

const SIZE = 10.5;

/** The verdict mark and the certificate of a tile's numbers, in one line; the tooltip has all of it. */
export function proofPicture(sources: readonly Source[], { x, y, width }: Omit<Box, 'height'>): string {
  const sound = sources.every((it) => it.verdict === 'sound');
  const verdict = sources.find((it) => it.verdict !== 'sound')?.verdict ?? 'sound';
  const room = width - 18;
  const text =
    [full(sources, verdict), medium(sources, verdict), short(sources, verdict)].find(
      (it) => textWidth(it, SIZE) <= room,
    ) ?? short(sources, verdict, SHORT);
  const title = sources
    .map(
      (it) =>
        `${it.derivation}: ${it.verdict}, certificate ${it.certificate_digest}, data ${it.data_hash}, run ${it.run}, as of ${it.as_of}`,
    )
    .join('; ');
  return `<g><title>${escapeXml(title)}</title>${mark(sound ? 'sound' : 'doubt', x + 6, y - 4)}${textAt(x + 18, y, text, { size: SIZE, fill: sound ? INK.sound : INK.doubt, width: room })}</g>`;
}

/** A ring with a tick, a bar or a cross: the shape repeats what the colour says. */
export function mark(kind: 'sound' | 'doubt' | 'wrong', x: number, y: number): string {
  const strokes = { sound: 'M-2.8 0.2l2 2l3.6 -4', doubt: 'M-2.6 0h5.2', wrong: 'M-2 -2l4 4M2 -2l-4 4' };
  return `<g transform="translate(${x} ${y})" fill="none" stroke="${INK[kind]}" stroke-width="1.5" stroke-linecap="round"><circle r="5.5"/><path d="${strokes[kind]}"/></g>`;
}

/** Digits of a digest that a tile shows, and in the smallest tile. */
const LONG = 12;
const SHORT = 7;

const digest = ({ certificate_digest }: Source, digits: number = LONG): string =>
  certificate_digest.replace('sha256:', '').slice(0, digits);
const oldest = (sources: readonly Source[]): string =>
  sources
    .map((it) => it.as_of)
    .toSorted()[0]
    ?.slice(0, 16)
    .replace('T', ' ') ?? '';

function full(sources: readonly Source[], verdict: string): string {
  return `${verdict} · ${sources.map((it) => `${it.derivation} ${digest(it)}`).join(', ')} · as of ${oldest(sources)} UTC`;
}

function medium(sources: readonly Source[], verdict: string): string {
  return `${verdict} · ${sources.map((it) => digest(it)).join(', ')} · ${oldest(sources).slice(0, 10)}`;
}

function short(sources: readonly Source[], verdict: string, digits?: number): string {
  const [first] = sources;
  return `${verdict} · ${first === undefined ? '' : digest(first, digits)}${sources.length > 1 ? ` +${sources.length - 1}` : ''}`;
}
