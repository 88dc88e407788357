import { provinceName } from '#lib/provinces.ts'

/** Address of a course in words; a province or city with which the rest begins is said once. */
export const coursePlace = ({
  provinceCode,
  city,
  venue,
}: {
  provinceCode?: string | null
  city: string
  venue: string
}): string =>
  [venue, city, provinceCode ? provinceName(provinceCode) : ''].reduce(
    (place, before) => (!before || place.startsWith(before) ? place : [before, place].filter(Boolean).join(' ')),
    '',
  )
