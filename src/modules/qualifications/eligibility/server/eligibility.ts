import type { z } from 'zod'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { ownOrganisation } from '#modules/qualifications/applying/server/applicant.ts'
import { feeOf } from '#modules/qualifications/catalogue/server/assessmentFee.ts'
import { readKind } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import type { eligibilityContract, eligibilityLevel } from '../eligibilityContract.ts'
import type { Workforce } from './cover.ts'
import { itemsOf } from './items.ts'
import { askedOf } from './meeting.ts'
import { readWorkforces } from './workforce.ts'

export type EligibilityLevel = z.infer<typeof eligibilityLevel>
type Asking = Pick<Ctx, 'db' | 'now'>

export const eligibilityHandlers = {
  'GET /qualification/eligibility': async (ctx, { childId }) => {
    const { kind, workforce, levels } = await compare(ctx, await ownOrganisation(ctx), childId)
    return { childName: kind.name, levels, people: workforce.people.length }
  },
} satisfies Partial<Handlers<typeof eligibilityContract>>

/** What each level of a kind asks for, beside what the register knows of the organisation. */
export async function eligibilityOf(ctx: Asking, organisationId: number, kindId: number): Promise<EligibilityLevel[]> {
  return (await compare(ctx, organisationId, kindId)).levels
}

async function compare(ctx: Asking, organisationId: number, kindId: number) {
  const kind = await readKind(ctx, kindId)
  if (!kind) throw notFound('没有这个种类')
  const workforce = (await readWorkforces(ctx, [organisationId])).get(organisationId) ?? nobody(ctx)
  const levels = kind.levels.map(level => {
    const { id, code, name, scope } = level
    const items = itemsOf(askedOf(kind, level), workforce)
    return {
      levelId: id,
      levelCode: code,
      levelName: name,
      scopeText: scope,
      fee: feeOf(kind, code, 'initial'),
      isMet: items.every(({ isMet }) => isMet),
      items,
    }
  })
  return { kind, workforce, levels }
}

/** For whoever decides on an application; nothing where the level asks for nothing. */
export async function eligibilityFacts(
  ctx: Asking,
  organisationId: number,
  kindId: number,
  levelCode: string,
): Promise<{ label: string; text: string; isBad?: boolean }[]> {
  const level = (await eligibilityOf(ctx, organisationId, kindId)).find(one => one.levelCode === levelCode)
  return (level?.items ?? []).map(({ label, sentence, isMet }) => ({ label, text: sentence, isBad: !isMet }))
}

const nobody = ({ now }: Asking): Workforce => ({ today: dayOf(now), capital: null, staff: null, people: [] })
