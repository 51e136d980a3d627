import { readFile } from 'node:fs/promises';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { type FontFamily, type FontSlice, openFontFamily } from './font-family';

/** `regular` and `strong` are proportional; `code` is monospaced. */
export type Weight = 'regular' | 'strong' | 'code';

/** A font with just the needed characters, ready to be embedded. */
export interface Face {
  readonly name: string;
  readonly font: Buffer;
  readonly characters: ReadonlySet<number>;
}

/** Text in one face. */
export interface Run {
  readonly face: Face;
  readonly text: string;
}

/** Replaces a character that no face has; every book has it. */
export const MISSING = '\ufffd';

const WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, strong: 600, code: 400 };
const LATIN: Readonly<Record<Weight, string>> = { regular: 'noto-sans', strong: 'noto-sans', code: 'noto-sans-mono' };

/** The faces of one page, by weight, in order of preference. */
export class FontBook {
  private constructor(private readonly faces: Readonly<Record<Weight, readonly Face[]>>) {}

  /** Loads what the texts need: Latin, Greek and Cyrillic of Noto Sans, then Chinese, Japanese and Korean. */
  static async open(texts: Readonly<Record<Weight, string>>): Promise<FontBook> {
    const eastern = easternFamilies(texts.regular + texts.strong);
    const load = (weight: Weight): Promise<Face[]> =>
      loadFaces(texts[weight] + MISSING, [LATIN[weight], ...eastern].map(openFontFamily), WEIGHTS[weight]);
    return new FontBook({ regular: await load('regular'), strong: await load('strong'), code: await load('code') });
  }

  get all(): readonly Face[] {
    return Object.values(this.faces).flat();
  }

  /** Whether every character can be shown. */
  hasAll(text: string, weight: Weight): boolean {
    return [...text].every((each) => this.faceOf(each, weight) !== undefined);
  }

  /** The text cut where the face changes. A character that no face has becomes {@link MISSING}. */
  runs(text: string, weight: Weight): Run[] {
    const runs: { face: Face; text: string }[] = [];
    for (const character of text) {
      const known = this.faceOf(character, weight);
      const face = known ?? this.faceOf(MISSING, weight);
      if (face === undefined) continue;
      const drawn = known === undefined ? MISSING : character;
      const last = runs.at(-1);
      if (last?.face === face) last.text += drawn;
      else runs.push({ face, text: drawn });
    }
    return runs;
  }

  private faceOf(character: string, weight: Weight): Face | undefined {
    const codePoint = character.codePointAt(0) ?? 0;
    return this.faces[weight].find((face) => face.characters.has(codePoint));
  }
}

/** Chinese characters look different in Japanese and Korean text: the other characters decide which form is preferred. */
function easternFamilies(text: string): string[] {
  const [chinese, japanese, korean] = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [japanese, chinese, korean];
  if (/\p{Script=Hangul}/u.test(text)) return [korean, chinese, japanese];
  return [chinese, japanese, korean];
}

/** A face for each file that has characters of the text. For characters that a family lists but its file lacks, the next family is tried. */
async function loadFaces(text: string, families: readonly FontFamily[], weight: number): Promise<Face[]> {
  const faces: Face[] = [];
  let wanted = new Set([...text].map((each) => each.codePointAt(0) ?? 0));
  for (const family of families) {
    const bySlice = new Map<FontSlice, number[]>();
    for (const codePoint of wanted)
      for (const slice of family.slices(codePoint)) bySlice.set(slice, [...(bySlice.get(slice) ?? []), codePoint]);
    for (const [slice, codePoints] of bySlice) {
      const face = await loadFace(`${family.name} ${weight} ${faces.length}`, slice, codePoints, weight);
      if (face !== null) faces.push(face);
    }
    const found = new Set(faces.flatMap((face) => [...face.characters]));
    wanted = new Set([...wanted].filter((each) => !found.has(each)));
    if (wanted.size === 0) break;
  }
  return faces;
}

async function loadFace(
  name: string,
  slice: FontSlice,
  codePoints: readonly number[],
  weight: number,
): Promise<Face | null> {
  const file = await readFile(slice.file);
  const font = await subsetFont(file, String.fromCodePoint(...codePoints), {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  });
  const characters = charactersOf(font);
  return characters.size === 0 ? null : { name, font, characters };
}

/** The characters of a font. A subset without any character has no such table, which the reader reports as broken. */
function charactersOf(font: Buffer): ReadonlySet<number> {
  const parsed = create(font);
  try {
    return new Set('characterSet' in parsed ? parsed.characterSet : []);
  } catch {
    return new Set();
  }
}
