import { numberTokens, toVector } from '#lib/server/search/words.ts'

/** How an organisation is found: by its names above all, also in pinyin, and by part of its credit code. */
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
