import { Converter } from 'opencc-js/t2cn'

/**
 * What people type, made alike: full-width forms, capitals and traditional characters become their plain counterparts.
 * Folded one character at a time, so that a place found in the folded text is known in the original.
 */
const simplify = Converter({ from: 't', to: 'cn' })
const folded = new Map<string, string>()

export function foldChar(char: string): string {
  let plain = folded.get(char)
  if (plain === undefined) {
    plain = simplify(char.normalize('NFKC').toLowerCase())
    folded.set(char, plain)
  }
  return plain
}

export const fold = (text: string) => Array.from(text, foldChar).join('')
