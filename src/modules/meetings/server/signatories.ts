import type { Ctx } from '#lib/server/api/context.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { type SigningRole, signingRoles } from '../minutesWords.ts'
import type { Meeting } from './meetings.ts'
import { readSeats } from './seats.ts'

export type Signatory = { role: SigningRole; name: string; accountId: number | null; isStaff: boolean }

/**
 * Who signs the minutes in the system: the login of a seat that attended, or a colleague who may handle meetings, under
 * the name that the meeting has for its chair and its recorder. Null: nobody by that name signs in.
 */
export async function signatoriesOf(ctx: Ctx, of: Meeting): Promise<Signatory[]> {
  const seats = await readSeats(ctx, of.id)
  const colleagues = await activeStaff(ctx)
  return signingRoles.map(role => {
    const name = of[role]
    const isNamed = (candidate: string) => name !== '' && candidate.trim() === name.trim()
    const seat = seats.find(one => one.accountId !== null && one.arrivedAt !== null && isNamed(one.personName))
    if (seat) return { role, name, accountId: seat.accountId, isStaff: false }
    const named = colleagues.filter(one => isNamed(one.name) && one.grants.has('staff:decide'))
    // Of namesakes nobody can tell which one is meant.
    return { role, name, accountId: named.length === 1 ? named[0]!.id : null, isStaff: true }
  })
}
