import { typedLine } from '../../typed.ts'
import { fold } from './fold.ts'

/** What the name of a person is compared by: letters alone, of any width, case and script, without dots and blanks. */
export const personKey = (name: string): string => fold(typedLine(name)).replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/**
 * The same of an organisation, of whose name width, case, blanks and the kind of brackets, dots, dashes and quotes are no
 * part, while the signs themselves are.
 */
export const organisationKey = (name: string): string =>
  fold(typedLine(name))
    .replace(/\s/g, '')
    .replace(/[[【〔〖]/g, '(')
    .replace(/[\]】〕〗]/g, ')')
    .replace(/[•・‧∙⋅●.]/g, '·')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[“”„‘’']/g, '"')
