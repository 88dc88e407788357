import { fold } from './fold.ts'

/** The number of a standard or a rule: GB/T 1576-2018, TSG 11. `text`: as it stands, folded. */
export type Code = { letters: string; number: string; text: string }

const CODE =
  /(?<![a-z0-9])([a-z]{2,6}(?:\s*\/\s*[a-z])?|[a-z]{2,4}\s+t)\s*-?\s*(\d[\d.]{0,20})(?:\s*[-\u2010-\u2015]\s*(\d{4}))?(?![a-z0-9])/g

/** All that are named in a text. */
export const codesIn = (text: string): Code[] =>
  [...fold(text).matchAll(CODE)].map(([text, letters, number, year]) => ({
    letters: letters!.replace(/[^a-z]/g, ''),
    number: `${number!.replace(/\.+$/, '')}${year ?? ''}`,
    text,
  }))

/** One token whatever the spelling: GB/T1576, GB T 1576 and gbt1576 are the same. */
export const codeToken = ({ letters, number }: Pick<Code, 'letters' | 'number'>) => `@${letters}${number}`
