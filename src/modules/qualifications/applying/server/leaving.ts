import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { lackOf } from '#modules/qualifications/eligibility/server/lacks.ts'
import { isSameTerm, labelOf, unitOf } from '#modules/qualifications/eligibility/server/meeting.ts'
import { readWorkforces } from '#modules/qualifications/eligibility/server/workforce.ts'
import { readHeld } from '#modules/qualifications/shortfalls/server/shortfalls.ts'

/** 该人员离开后，北京清源的 CBWA-QX01-B-2026-0012 将缺 1 名持证人员: of each certificate that would stand on less than it needs. */
export async function ifPersonLeft(
  ctx: Pick<Ctx, 'db' | 'now'>,
  organisationId: number,
  personId: number,
): Promise<string[]> {
  const today = dayOf(ctx.now)
  const workforce = (await readWorkforces(ctx, [organisationId])).get(organisationId)
  if (!workforce) return []
  const rest = { ...workforce, people: workforce.people.filter(({ id }) => id !== personId) }
  const held = await readHeld(ctx, [organisationId])
  return held.flatMap(({ asked, organisationName, number }) => {
    const before = missingToday(lackOf(asked, workforce, today), today)
    const lacks = missingToday(lackOf(asked, rest, today), today).flatMap(of => {
      const known = before.find(one => isSameTerm(one, of))
      const short = of.needed - of.have
      return short > (known ? known.needed - known.have : 0) ? `${short} ${unitOf(of)}${labelOf(of)}` : []
    })
    return lacks.length > 0 ? [`该人员离开后，${organisationName} 的 ${number} 将缺 ${lacks.join('、')}`] : []
  })
}

type Lack = ReturnType<typeof lackOf>
const missingToday = (lack: Lack, today: string) => (lack && lack.lacksOn <= today ? lack.missing : [])
