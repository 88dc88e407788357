import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Workforce } from '#modules/qualifications/eligibility/server/cover.ts'
import { lackOf } from '#modules/qualifications/eligibility/server/lacks.ts'
import { isSameTerm, labelOf, unitOf } from '#modules/qualifications/eligibility/server/levelRequirements.ts'
import { readWorkforces } from '#modules/qualifications/eligibility/server/workforce.ts'
import { readHeld } from './shortfalls.ts'

type QueryCtx = Pick<Ctx, 'db' | 'now'>
type Worker = Workforce['people'][number]

/** 该人员离开后，北京清源的 XH-AB01-B-2026-0012 将缺 1 名持证人员: of each certificate that would stand on less than it needs. */
export async function lossesIfPersonLeft(ctx: QueryCtx, organisationId: number, personId: number): Promise<string[]> {
  const losses = await lossesIf(ctx, organisationId, people => people.filter(({ id }) => id !== personId))
  return losses.map(loss => `该人员离开后，${loss}`)
}

/** The same of whom it employs, if that certificate of one of them counted no more. */
export const lossesIfCertificateEnded = (ctx: QueryCtx, organisationId: number, certNo: string): Promise<string[]> =>
  lossesIf(ctx, organisationId, people =>
    people.map(one => ({ ...one, held: one.held.filter(held => held.certNo !== certNo) })),
  )

async function lossesIf(
  ctx: QueryCtx,
  organisationId: number,
  change: (people: Worker[]) => Worker[],
): Promise<string[]> {
  const today = dayOf(ctx.now)
  const workforce = (await readWorkforces(ctx, [organisationId])).get(organisationId)
  if (!workforce) return []
  const changed = { ...workforce, people: change(workforce.people) }
  const held = await readHeld(ctx, [organisationId])
  return held.flatMap(({ asked, organisationName, number }) => {
    const before = missingToday(lackOf(asked, workforce, today), today)
    const lacks = missingToday(lackOf(asked, changed, today), today).flatMap(of => {
      const known = before.find(one => isSameTerm(one, of))
      const short = of.needed - of.have
      return short > (known ? known.needed - known.have : 0) ? `${short} ${unitOf(of)}${labelOf(of)}` : []
    })
    return lacks.length > 0 ? [`${organisationName} 的 ${number} 将缺 ${lacks.join('、')}`] : []
  })
}

type Lack = ReturnType<typeof lackOf>
const missingToday = (lack: Lack, today: string) => (lack && lack.lacksOn <= today ? lack.missing : [])
