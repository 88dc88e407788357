import { numberTokens, toVector } from '#lib/server/search/words.ts'

/** Builds the search vector of an organisation: mainly its names, also in pinyin, and parts of its credit code. */
export const organisationWords = (of: {
  name: string
  shortName?: string
  nameEn?: string
  creditCode: string
  mainBusiness?: string
  products?: string
  intro?: string
}) =>
  toVector(
    [
      { text: of.name, weight: 'A', isHeading: true },
      { text: of.shortName ?? '', weight: 'A', isHeading: true },
      { text: of.nameEn ?? '', weight: 'A' },
      { text: `${of.mainBusiness ?? ''} ${of.products ?? ''}`, weight: 'C' },
      { text: of.intro ?? '', weight: 'D' },
    ],
    [numberTokens(of.creditCode)],
  )
