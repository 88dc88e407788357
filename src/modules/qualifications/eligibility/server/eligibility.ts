import type { z } from 'zod'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { ownOrganisation } from '#modules/qualifications/applying/server/applicant.ts'
import { feeOf, readKind } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import type { Requirement } from '#modules/qualifications/catalogue/server/tables.ts'
import type { eligibilityContract, eligibilityItem, eligibilityLevel } from '../eligibilityContract.ts'
import { countsOn, type Expiring, expiringOf, labelOf, unitOf, type What } from './meeting.ts'
import { readWorkforces, type Workforce } from './workforce.ts'

export type EligibilityLevel = z.infer<typeof eligibilityLevel>
type Item = z.infer<typeof eligibilityItem>
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
  const workforce = (await readWorkforces(ctx, [organisationId])).get(organisationId) ?? { capital: null, people: [] }
  const levels = kind.levels.map(({ id, code, name, scope, requirement }) => {
    const items = itemsOf(requirement, workforce, dayOf(ctx.now))
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

/** What the register cannot say holds nobody up here: whoever reviews the form looks at it. */
export function itemsOf(requirement: Requirement, workforce: Workforce, today: string): Item[] {
  const ending = expiringOf(workforce, today)
  return countsOn(requirement, workforce, today).map(({ what, needed, have }) => {
    const expiring = what === 'certified' ? ending : []
    return {
      what,
      label: labelOf(what),
      unit: unitOf(what),
      needed,
      have,
      isMet: have === null || have >= needed,
      expiring,
      sentence: sentenceOf(what, needed, have, { expiring, isKept: workforce.people.length > 0 }),
    }
  })
}

type Known = { expiring: readonly Expiring[]; isKept: boolean }

function sentenceOf(what: What, needed: number, have: number | null, { expiring, isKept }: Known): string {
  const unit = unitOf(what)
  if (what === 'works') return `需要近期业绩 ${needed} 项，由申请表填报`
  if (what === 'capital')
    return `需要注册资本 ${needed} 万元，${have === null ? '单位资料中尚未填写' : `登记为 ${have} 万元`}`
  const wanted = `需要 ${needed} ${unit}${labelOf(what)}`
  if (!isKept) return `${wanted}，本单位未登记人员，无法核对`
  if (what !== 'certified') return `${wanted}，现有 ${have} ${unit}`
  return `${wanted}，现有 ${have} 名有效${expiring.length > 0 ? `，其中 ${soon(expiring)}` : ''}`
}

/** 1 名 40 天后到期、2 名 63 天后到期 */
function soon(expiring: readonly Expiring[]): string {
  const days = [...Map.groupBy(expiring, ({ daysLeft }) => daysLeft)]
  if (days.length > 3) return `${expiring.length} 名 90 天内到期，最早的 ${when(days[0]![0])}`
  return days.map(([left, people]) => `${people.length} 名 ${when(left)}`).join('、')
}

const when = (daysLeft: number) => (daysLeft === 0 ? '今天到期' : `${daysLeft} 天后到期`)
