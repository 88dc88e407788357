import { addDays } from '#lib/dates.ts'
import type { TitleRank } from '#modules/qualifications/catalogue/titles.ts'

/** Day until which somebody is certified without a gap; null: until further notice. */
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
/** What the register knows of an organisation today that levels require; `staff`: its headcount as stated by itself. */
export type Workforce = { today: string; capital: number | null; staff: number | null; people: Worker[] }
/** Certificates that count: of these kinds (empty: any), and of that grade if one is given. */
export type CertificateCriteria = { kinds: readonly string[]; grade?: string }

export const meetsCriteria = ({ kindCode, levelCode }: Held, { kinds, grade }: CertificateCriteria) =>
  (kinds.length === 0 || kinds.includes(kindCode)) && (!grade || levelCode === grade)

/**
 * Cover by certificates that count, sorted by start: a certificate that begins when the previous one ends extends it.
 */
export function coverOf(held: readonly Held[], asked: CertificateCriteria, today: string): Cover | null {
  let cover: Cover | null = null
  for (const one of held.filter(each => !each.isSuspended && meetsCriteria(each, asked))) {
    const { certNo, validFrom, validTo } = one
    if (cover?.validTo === null) break
    if (validFrom > (cover ? addDays(cover.validTo!, 1) : today)) break
    if (!cover || validTo === null || validTo > cover.validTo!) cover = { certNo, validTo }
  }
  return cover
}
