import { multiplyAmount, sumAmounts } from '#lib/money.ts'
import type { Course } from './enrolmentCourse.ts'

type Fees = Pick<Course, 'feeMember' | 'feeOther'>
/** `memberPlaces`: so many of them at the members' price; null: all. */
type Price = { isMember: boolean; memberPlaces: number | null }

export const priceOf = ({ feeMember, feeOther }: Fees, isMember: boolean) => (isMember ? feeMember : feeOther)

/** Total fee: places beyond the number included in the member's level cost the normal price. */
export function totalOf(fees: Fees, people: number, { isMember, memberPlaces }: Price): number {
  const cheaper = isMember ? Math.min(people, memberPlaces ?? people) : 0
  return sumAmounts([multiplyAmount(fees.feeMember, cheaper), multiplyAmount(fees.feeOther, people - cheaper)])
}
