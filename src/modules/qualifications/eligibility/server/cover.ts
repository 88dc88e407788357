import { addDays } from '#lib/dates.ts'
import type { TitleRank } from '#modules/qualifications/catalogue/titles.ts'

/** Until which day somebody is certified without a gap; null: until further notice. */
export type Cover = { certNo: string; validTo: string | null }
/** A certificate that has not ended, though it may be suspended. */
export type Held = {
  certNo: string
  kindCode: string
  kindName: string
  levelCode: string
  validFrom: string
  validTo: string | null
  isSuspended: boolean
}
type Worker = { id: number; name: string; rank: TitleRank | null; held: Held[] }
/** What the register knows of an organisation that levels ask for, today; `staff`: all of its people, as it says itself. */
export type Workforce = { today: string; capital: number | null; staff: number | null; people: Worker[] }
/** Which certificates count: of these kinds, of any where none is named; of that grade, where one is. */
export type CertificatesAsked = { kinds: readonly string[]; grade?: string }

export const isAsked = ({ kindCode, levelCode }: Held, { kinds, grade }: CertificatesAsked) =>
  (kinds.length === 0 || kinds.includes(kindCode)) && (!grade || levelCode === grade)

/** By the certificates that count. The earliest first: one that begins when the one before ends goes on with it. */
export function coverOf(held: readonly Held[], asked: CertificatesAsked, today: string): Cover | null {
  let cover: Cover | null = null
  for (const one of held.filter(each => !each.isSuspended && isAsked(each, asked))) {
    const { certNo, validFrom, validTo } = one
    if (cover?.validTo === null) break
    if (validFrom > (cover ? addDays(cover.validTo!, 1) : today)) break
    if (!cover || validTo === null || validTo > cover.validTo!) cover = { certNo, validTo }
  }
  return cover
}
