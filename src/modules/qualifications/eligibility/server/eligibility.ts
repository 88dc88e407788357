import type { z } from 'zod'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { feeOf } from '#modules/qualifications/catalogue/server/assessmentFee.ts'
import {
  type LevelRequirements,
  levelRequirements,
  readKind,
} from '#modules/qualifications/catalogue/server/kindSettings.ts'
import { ownOrganisation } from '#modules/qualifications/server/applicant.ts'
import type { eligibilityContract, eligibilityItem, eligibilityLevel } from '../eligibilityContract.ts'
import { countedPeople } from './countedPeople.ts'
import type { Workforce } from './cover.ts'
import { countRequirements, type Expiring, expiringOf, labelOf, type Term, unitOf } from './levelRequirements.ts'
import { readWorkforces } from './workforce.ts'

type Item = z.infer<typeof eligibilityItem>

/** Items that the register cannot know count as met here; the reviewer of the form checks them. */
export function itemsOf(asked: LevelRequirements, workforce: Workforce): Item[] {
  return countRequirements(asked, workforce, workforce.today).map(({ have, ...term }) => {
    const { what, needed, certificates } = term
    const expiring = certificates ? expiringOf(workforce, certificates) : []
    return {
      what,
      label: labelOf(term),
      unit: unitOf(term),
      needed,
      have,
      isMet: have === null || have >= needed,
      expiring: what === 'share' ? [] : expiring,
      ...(certificates ? countedPeople(workforce, certificates) : { counted: [], left: [] }),
      sentence: sentenceOf(term, have, { expiring, workforce }),
    }
  })
}

type Known = { expiring: readonly Expiring[]; workforce: Workforce }

function sentenceOf(term: Term, have: number | null, { expiring, workforce: { people, staff } }: Known): string {
  const [label, unit, { what, needed }] = [labelOf(term), unitOf(term), term]
  if (what === 'works') return `需要近期业绩 ${needed} 项，由申请表填报`
  if (what === 'capital')
    return `需要注册资本 ${needed} 万元，${have === null ? '单位资料中尚未填写' : `登记为 ${have} 万元`}`
  if (what === 'share') return `需要${label}不低于 ${needed}%，${shareSentence(have, staff)}`
  const wanted = `需要 ${needed} ${unit}${label}`
  if (people.length === 0) return `${wanted}，本单位未登记人员，无法核对`
  if (!term.certificates) return `${wanted}，现有 ${have} ${unit}`
  return `${wanted}，现有 ${have} 名有效${expiring.length > 0 ? `，其中 ${expiringSentence(expiring)}` : ''}`
}

const shareSentence = (have: number | null, staff: number | null) =>
  have === null ? '单位资料中没有填写职工人数，无法核对' : `职工 ${staff} 人，现为 ${have}%`

/** 1 名 40 天后到期、2 名 63 天后到期 */
function expiringSentence(expiring: readonly Expiring[]): string {
  const days = [...Map.groupBy(expiring, ({ daysLeft }) => daysLeft)]
  if (days.length > 3) return `${expiring.length} 名 90 天内到期，最早的 ${daysLeftText(days[0]![0])}`
  return days.map(([left, people]) => `${people.length} 名 ${daysLeftText(left)}`).join('、')
}

const daysLeftText = (daysLeft: number) => (daysLeft === 0 ? '今天到期' : `${daysLeft} 天后到期`)

export type EligibilityLevel = z.infer<typeof eligibilityLevel>
type QueryCtx = Pick<Ctx, 'db' | 'now'>

export const eligibilityHandlers = {
  'GET /qualification/eligibility': async (ctx, { childId }) => {
    const { kind, workforce, levels } = await compareLevels(ctx, await ownOrganisation(ctx), childId)
    return { childName: kind.name, levels, people: workforce.people.length }
  },
} satisfies Partial<Handlers<typeof eligibilityContract>>

/** Compares the requirements of each level of a kind with what the register knows of the organisation. */
export async function eligibilityOf(
  ctx: QueryCtx,
  organisationId: number,
  kindId: number,
): Promise<EligibilityLevel[]> {
  return (await compareLevels(ctx, organisationId, kindId)).levels
}

async function compareLevels(ctx: QueryCtx, organisationId: number, kindId: number) {
  const kind = await readKind(ctx, kindId)
  if (!kind) throw notFound('没有这个种类')
  const workforce = (await readWorkforces(ctx, [organisationId])).get(organisationId) ?? emptyWorkforce(ctx)
  const levels = kind.levels.map(level => {
    const { id, code, name, scope } = level
    const items = itemsOf(levelRequirements(kind, level), workforce)
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

/** Comparison for reviewers of an application; empty if the level has no requirements. */
export async function eligibilityFacts(
  ctx: QueryCtx,
  organisationId: number,
  kindId: number,
  levelCode: string,
): Promise<{ label: string; text: string; isBad?: boolean }[]> {
  const level = (await eligibilityOf(ctx, organisationId, kindId)).find(one => one.levelCode === levelCode)
  return (level?.items ?? []).map(({ label, sentence, isMet }) => ({ label, text: sentence, isBad: !isMet }))
}

const emptyWorkforce = ({ now }: QueryCtx): Workforce => ({ today: dayOf(now), capital: null, staff: null, people: [] })
