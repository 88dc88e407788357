import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { conflict } from '../../error.ts'
import { once } from '../../once.ts'

/**
 * The fonts of our documents. The main one has the 28,000 common signs; the others, packed in ./fonts, have those that it
 * lacks, so that no sign is in two of them. Fonts of the machine are never used: a document is the same everywhere.
 */
const folder = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'))
export const MAIN_FONTS = [join(folder, '400Regular'), join(folder, '700Bold')]

/** `file`: packed with Brotli; `bytes`: of it unpacked; `ranges`: code points of which it has a drawing. */
export type RareFont = { file: string; family: string; bytes: number; ranges: [first: number, last: number][] }

const inFonts = (name: string) => join(import.meta.dirname, 'fonts', name)
const rareFonts = once((): RareFont[] => JSON.parse(readFileSync(inFonts('coverage.json'), 'utf8')))
export const unpackFont = ({ file, bytes }: RareFont): Buffer =>
  brotliDecompressSync(readFileSync(inFonts(file)), { maxOutputLength: bytes })

/** Configuration that names no folder with fonts, for the typesetter's search of the machine. */
export const NO_MACHINE_FONTS = inFonts('none.conf')

/** The planes that have writing: basic, supplementary, and the two of ideographs. */
const CODE_POINTS = 0x40000
const NONE = 0
const MAIN = 1

/** By code point: `NONE`, `MAIN`, or two more than the place in `rareFonts`. */
const fontOf = once(() => {
  const fonts = new Uint8Array(CODE_POINTS).fill(NONE)
  for (const [i, { ranges }] of rareFonts().entries())
    for (const [first, last] of ranges) fonts.fill(MAIN + 1 + i, first, last + 1)
  const main = readFileSync(join(MAIN_FONTS[0]!, 'NotoSansSC_400Regular.ttf'))
  for (const [first, last] of readCharacterMap(main)) fonts.fill(MAIN, first, last + 1)
  return fonts
})

/** Code points of an OpenType font by the subtable of format 12 (OpenType 1.9.1, cmap), which covers all planes. */
function readCharacterMap(font: Buffer): [first: number, last: number][] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i)
  const cmap = font.readUInt32BE(tables.find(at => font.toString('latin1', at, at + 4) === 'cmap')! + 8)
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, i) => {
    return cmap + font.readUInt32BE(cmap + 4 + 8 * i + 4)
  })
  const groups = subtables.find(at => font.readUInt16BE(at) === 12)!
  return Array.from({ length: font.readUInt32BE(groups + 12) }, (_, i) => {
    const at = groups + 16 + 12 * i
    return [font.readUInt32BE(at), font.readUInt32BE(at + 4)]
  })
}

/** Signs beyond ASCII that leave ink. */
const INKED = /[^\0-\x7f\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

const placeOf = (sign: string) => fontOf()[sign.codePointAt(0)!] ?? NONE

/** Lists the signs of a text that no font of ours can draw, each once. */
export const undrawableSigns = (text: string): string[] =>
  [...new Set(text.match(INKED))].filter(sign => placeOf(sign) === NONE)

/** Lists the fonts besides the main one that a text needs, each with the signs for which it does. */
export function rareFontsFor(text: string): { font: RareFont; signs: string }[] {
  const rare = [...new Set(text.match(INKED))].filter(sign => placeOf(sign) > MAIN)
  const byPlace = Map.groupBy(rare, placeOf)
  return [...byPlace].map(([place, signs]) => ({ font: rareFonts()[place - MAIN - 1]!, signs: signs.join('') }))
}

/** Ideographs of which the composed form is another one (Unicode 17, section 23.5): a name keeps its own. */
const COMPATIBILITY_IDEOGRAPH = '\uf900-\ufaff\u{2f800}-\u{2fa1f}'
const COMPOSED = new RegExp(`[^${COMPATIBILITY_IDEOGRAPH}]+`, 'gu')

/**
 * A text as it is drawn. Marks typed apart from their letter are composed with it: fonts have ć, and of c with a mark the
 * typesetter would say that each c is a ć. Selectors of variants go, of which no font of ours has any: after a blank the
 * typesetter would look for one in a font of its own. Half of a sign, which nobody types and it refuses, is the sign for a
 * missing one.
 */
const drawnText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Variation_Selector}/gu, '')
    .replace(COMPOSED, part => part.normalize('NFC'))

/** Data of a document as JSON. */
export const toJson = (data: unknown): string =>
  JSON.stringify(data ?? null, (_, value) => (typeof value === 'string' ? drawnText(value) : value))

const codeOf = (sign: string) => `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

/** Writes the code of each sign that cannot be drawn in its place, such as 〔U+1F525〕: a document never leaves one out. */
export const spellUndrawable = (text: string): string =>
  text.replace(INKED, sign => (placeOf(sign) === NONE ? `〔${codeOf(sign)}〕` : sign))

/** Says which signs of texts, anywhere in a value, cannot be drawn; empty where all can. */
export function undrawableReason(texts: unknown): string {
  const signs = undrawableSigns(toJson(texts))
  return signs.length === 0 ? '' : `字体中没有${signs.map(sign => `「${sign}」（${codeOf(sign)}）`).join('、')}`
}

/**
 * Refuses (409) to make a document that must show every sign as it is, such as a certificate. `texts`: anything, with texts
 * anywhere in it; `what`: names the document or its holder.
 */
export function refuseUndrawable(texts: unknown, what: string): void {
  const reason = undrawableReason(texts)
  if (reason) throw conflict(`${what}：${reason}，印不出来。请核对这个字；确实无误的，请联系技术人员补充字体`)
}
