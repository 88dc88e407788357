import { sumOf, times } from '#lib/money.ts'
import type { Course } from './enrolmentCourse.ts'

type Fees = Pick<Course, 'feeMember' | 'feeOther'>
/** `memberPlaces`: so many of them at the members' price; null: all. */
type Price = { isMember: boolean; memberPlaces: number | null }

export const priceOf = ({ feeMember, feeOther }: Fees, isMember: boolean) => (isMember ? feeMember : feeOther)

/** Of so many people: those beyond what the member's level includes pay what others pay. */
export function totalOf(fees: Fees, people: number, { isMember, memberPlaces }: Price): number {
  const cheaper = isMember ? Math.min(people, memberPlaces ?? people) : 0
  return sumOf([times(fees.feeMember, cheaper), times(fees.feeOther, people - cheaper)])
}
