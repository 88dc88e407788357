import { eq } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf, longDay } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { rowsOfMembers } from '#modules/membership/server/memberRows.ts'
import { member, memberEvent, memberLevel } from '#modules/membership/server/tables.ts'
import { memberKindNames, memberStatusNames } from '#modules/membership/words.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { staffRegisterContract } from '../contract.ts'
import { memberRules, possibleActs } from '../memberActs.ts'
import { applyToCertificate, termEnd } from './memberCertificates.part.ts'

type Act = (typeof staffRegisterContract)['POST /staff/member/act']
/** `version`: of one that somebody has looked at; of many nobody has. */
type GivenAct = Omit<Parsed<Act>, 'version'> & { version?: number }
export type Member = typeof member.$inferSelect

export const memberChangesHandlers = {
  'POST /staff/member/act': async (ctx, given) => {
    refuseFuture(ctx, given)
    const { id } = await applyAct(ctx, given)
    return { id, version: ctx.now.getTime() }
  },
  'POST /staff/member/bulk': async (ctx, { ids, ...given }) => {
    // Reports errors that concern all members once, before anything is changed.
    refuseFuture(ctx, given)
    if (given.action === 'level') await requireLevel(ctx, given)
    if (given.action === 'validity') requireEnd(given)
    const changed = new Map<number, Pick<Member, 'levelCode' | 'validTo'>>()
    const results = await bulkApply(ctx, ids, async id => {
      const { levelCode, validTo } = await applyAct(ctx, { ...given, id })
      changed.set(id, { levelCode, validTo })
      return `已${memberRules[given.action].name}`
    })
    return results.map(result => ({ ...result, before: changed.get(result.id) ?? null }))
  },
} satisfies Partial<Handlers<typeof staffRegisterContract>>

/** Applies an act of staff, whose permission must cover the member. Returns the former row. */
const applyAct = (ctx: Ctx, given: GivenAct): Promise<Member> =>
  inTransaction(ctx, async tx => {
    const [row] = await rowsOfMembers(tx).where(eq(member.id, given.id))
    if (row) refuseOutside(tx, 'staff:members', row.provinceCode)
    return changeMember(tx, given)
  })

/**
 * Applies one act to a membership: updates the row, its certificate, history and audit log and notifies the member.
 * Expects a transaction. Returns the former row.
 */
export async function changeMember(tx: Ctx, given: GivenAct): Promise<Member> {
  const before = await lockMember(tx, given)
  const after = { ...before, ...(await changesOf(tx, before, given)), updatedAt: tx.now }
  after.certificateId = await applyToCertificate(tx, { before, after, given })
  await tx.db.update(member).set(after).where(eq(member.id, before.id))
  await recordEvent(tx, before, after, given)
  await notifyMember(tx, after, given)
  return before
}

async function lockMember(ctx: Ctx, { id, version, action }: GivenAct): Promise<Member> {
  const [found] = await ctx.db.select().from(member).where(eq(member.id, id)).for('update')
  if (!found) throw notFound('没有这个会员')
  if (version !== undefined && found.updatedAt.getTime() !== version)
    throw conflict(await conflictMessage(ctx, { objectType: 'member', objectId: id }))
  if (!possibleActs(found).includes(action))
    throw conflict(`该会员现为“${memberStatusNames[found.status]}”，不能${memberRules[action].name}`)
  return found
}

async function changesOf(ctx: Ctx, before: Member, given: GivenAct): Promise<Partial<Member>> {
  const { action, effectiveOn, reason } = given
  const status = memberRules[action].to ?? before.status
  switch (action) {
    case 'level':
      return { levelCode: await newLevel(ctx, before, given) }
    case 'validity':
      return { validTo: newEnd(before, given) }
    case 'withdraw':
    case 'expel':
      return { status, endedOn: effectiveOn, endReason: reason }
    case 'restore': {
      const validTo = given.validTo ? newEnd(before, given) : await termEnd(ctx, effectiveOn)
      return { status, endedOn: null, endReason: '', validTo }
    }
    case 'show':
    case 'hide':
      return { isPublic: action === 'show' }
    default:
      return { status }
  }
}

type StatedValues = Pick<GivenAct, 'effectiveOn' | 'levelCode' | 'validTo'>

function refuseFuture({ now }: Ctx, { effectiveOn }: StatedValues): void {
  if (effectiveOn > dayOf(now)) throw invalid('生效日期不能晚于今天', { effectiveOn: '不能晚于今天' })
}

async function requireLevel({ db }: Ctx, { levelCode }: StatedValues) {
  const [level] = levelCode ? await db.select().from(memberLevel).where(eq(memberLevel.code, levelCode)) : []
  if (!level || level.isRetired) throw invalid('请选择级别', { levelCode: '请从列表中选择级别' })
  return level
}

function requireEnd({ validTo, effectiveOn }: StatedValues): string {
  if (!validTo) throw invalid('请填写有效期', { validTo: '请选择有效期至' })
  if (validTo < effectiveOn) throw invalid('有效期有误', { validTo: '不能早于生效日期' })
  return validTo
}

async function newLevel(ctx: Ctx, before: Member, given: GivenAct): Promise<number> {
  const level = await requireLevel(ctx, given)
  if (level.kind !== before.kind) {
    const fault = `“${level.name}”不是${memberKindNames[before.kind]}的级别`
    throw invalid(fault, { levelCode: fault })
  }
  if (level.code === before.levelCode) throw invalid('级别没有变化', { levelCode: '与现在的级别相同' })
  return level.code
}

function newEnd(before: Member, given: GivenAct): string {
  const validTo = requireEnd(given)
  if (given.action === 'validity' && validTo === before.validTo)
    throw invalid('有效期没有变化', { validTo: '与现在的有效期相同' })
  return validTo
}

async function recordEvent(ctx: Ctx, before: Member, after: Member, { action, effectiveOn, reason }: GivenAct) {
  const [was, is] = [await wordsOf(ctx, before), await wordsOf(ctx, after)]
  const changed = Object.keys(is).filter(name => was[name] !== is[name])
  const words = (of: Record<string, string>) => changed.map(name => of[name]).join('，')
  await ctx.db.insert(memberEvent).values({
    memberId: before.id,
    kind: action,
    effectiveOn,
    reason,
    before: words(was),
    after: words(is),
    actorName: await ownName(ctx),
    recordedAt: ctx.now,
  })
  const about = { objectType: 'member', objectId: before.id, objectName: before.number }
  const detail = { effectiveOn, reason }
  await recordChange(ctx, { action: `member.${action}`, ...about, detail, before: was, after: is })
}

async function wordsOf({ db }: Ctx, of: Member): Promise<Record<string, string>> {
  const [level] = await db.select().from(memberLevel).where(eq(memberLevel.code, of.levelCode))
  const numbers = of.certificateId
    ? await db.select({ number: certificate.number }).from(certificate).where(eq(certificate.id, of.certificateId))
    : []
  return {
    level: level!.name,
    status: memberStatusNames[of.status],
    validTo: of.validTo ?? '长期',
    isPublic: of.isPublic ? '公开' : '不公开',
    certificate: numbers[0]?.number ?? '',
  }
}

const memberChanged = defineTemplate({
  code: 'membership.changed',
  group: '会员',
  name: '会员身份变动',
  mandatory: true,
  title: '会员变动：{变动}',
  content: '会员 {会员号} 自 {日期} 起{变动}。原因：{原因}',
  sms: '会员 {会员号} 自 {日期} 起{变动}。原因：{原因}',
  placeholders: { 会员号: 'M2026-0012', 变动: '级别调整', 日期: '2026年12月1日', 原因: '理事会决议' },
})

async function notifyMember(ctx: Ctx, of: Member, { action, effectiveOn, reason }: GivenAct): Promise<void> {
  const values = { 会员号: of.number, 变动: memberRules[action].name, 日期: longDay(effectiveOn), 原因: reason }
  const texts = await renderTemplate(ctx, memberChanged.code, values)
  const message = {
    ...texts,
    kind: 'membership' as const,
    route: '/admin/user/membership',
    objectType: 'member',
    objectId: of.id,
  }
  if (of.organisationId) return notify(ctx, { ...message, organisationId: of.organisationId })
  await notify(ctx, { ...message, personId: of.personId! })
}
