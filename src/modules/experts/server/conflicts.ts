import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { fold } from '#lib/server/search/fold.ts'
import type { Tie } from '../ties.ts'
import { type KnownTie, periodOf, stillCounts, tiesOf } from './ties.ts'

/** Organisation to be judged; `as`: its role in the application, if it is not the applicant. */
export type JudgedOrganisation = {
  organisationName: string
  creditCode?: string | null
  organisationId?: number | null
  as?: string
}

/** Why each of these experts must step aside, in sentences; no entry: nothing is known against them. */
export async function conflictsOf(
  ctx: Pick<Ctx, 'db' | 'now'>,
  expertIds: readonly number[],
  judged: JudgedOrganisation,
): Promise<Map<number, string[]>> {
  return conflictsIn(await tiesOf(ctx, expertIds), [judged], dayOf(ctx.now))
}

/** The same of several who are judged together, by ties that were read once. */
export function conflictsIn(
  ties: readonly KnownTie[],
  judged: readonly JudgedOrganisation[],
  today: string,
): Map<number, string[]> {
  const conflicts = new Map<number, string[]>()
  for (const tie of ties) {
    const met = stillCounts(tie, today) && judged.find(one => isAbout(tie, one))
    if (met) conflicts.set(tie.expertId, [...(conflicts.get(tie.expertId) ?? []), sentenceOf(tie, met)])
  }
  return conflicts
}

export async function employersOf(
  ctx: Pick<Ctx, 'db' | 'now'>,
  expertIds: readonly number[],
): Promise<Map<number, string[]>> {
  const employers = new Map<number, string[]>()
  const named = new Set<string>()
  for (const tie of await tiesOf(ctx, expertIds)) {
    const name = `${tie.expertId} ${nameKey(tie.organisationName)}`
    // The register repeats who was written down; it knows no days.
    if (tie.kind !== 'employer' || (tie.isRegistered && named.has(name))) continue
    named.add(name)
    const text = [tie.organisationName, periodOf(tie)].filter(Boolean).join('　')
    employers.set(tie.expertId, [...(employers.get(tie.expertId) ?? []), text])
  }
  return employers
}

/** Matches a tie by the register's id, by credit code, or by name without the legal form: one is enough. */
function isAbout(tie: KnownTie, { organisationName, creditCode, organisationId }: JudgedOrganisation): boolean {
  if (organisationId && tie.organisationId === organisationId) return true
  if (creditCode && tie.creditCode === creditCode) return true
  const key = nameKey(tie.organisationName)
  return key !== '' && key === nameKey(organisationName)
}

const SIGNS = /[\s()[\]{}<>《》〈〉〔〕【】「」·・.,、，。\-—_]/g
/** Removes the legal form, also of a branch: 某某有限公司上海分公司 is the company. */
const LEGAL_FORM = /(集团)?(股份有限|有限责任|有限|总)?公司(.*分公司)?$/

export const nameKey = (name: string) => fold(name).replace(SIGNS, '').replace(LEGAL_FORM, '')

const tieVerbs: Record<Tie, string> = {
  employer: '任职于',
  adviser: '担任顾问或兼职于',
  shareholder: '持股或投资于',
  family: '有亲属任职于',
  declared: '本人申报回避：',
}

/** 2024-03 至今任职于示例机电有限公司（申请单位） */
const sentenceOf = (tie: KnownTie, { as = '申请单位' }: JudgedOrganisation) =>
  tie.isRegistered
    ? `人员登记的工作单位为${tie.organisationName}（${as}）`
    : `${periodOf(tie)}${tieVerbs[tie.kind]}${tie.organisationName}（${as}）`
