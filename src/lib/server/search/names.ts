import { typedLine } from '../../typed.ts'
import { fold } from './fold.ts'

/** What the name of a person is compared by: letters alone, of any width, case and script, without dots and blanks. */
export const personKey = (name: string): string =>
  plain(name)
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .normalize('NFC')

/**
 * The same of an organisation, of whose name width, case, blanks and the kind of brackets, dots, dashes and quotes are no
 * part, while the signs themselves are.
 */
export const organisationKey = (name: string): string =>
  plain(name)
    .replace(/\s/g, '')
    .replace(/[[【〔〖]/g, '(')
    .replace(/[\]】〕〗]/g, ')')
    .replace(/[•・‧∙⋅●.]/g, '·')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[“”„‘’']/g, '"')
    .normalize('NFC')

/** One letter for each letter, also where a narrow one is written as two: ｶﾞ is ガ. */
const plain = (name: string) => fold(typedLine(name).normalize('NFKC'))
