import { and, desc, eq, gte, inArray, ne, notInArray } from 'drizzle-orm'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'
import {
  type ApplicationType,
  applicationTypeNames,
  applicationTypes,
  isAssessed,
} from '#modules/qualifications/applicationTypes.ts'
import type { QualificationKind } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import { qualificationCase } from '#modules/qualifications/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { openStates } from '#modules/review/workflow.ts'

type QueryCtx = Pick<Ctx, 'db' | 'now'>

/** Days after its end in which a certificate may still be renewed. */
const RENEWAL_GRACE_DAYS = 90

export const aboutCertificate = applicationTypes.filter(type => type !== 'initial' && type !== 'legacy')

/** What decides, beside the certificate itself, whether a company may apply. */
export type ApplicantStatus = {
  /** Open applications of this company by kind and type, with their names. */
  open: Map<string, { id: number; words: string }>
  /** Number of the following certificate, keyed by the id of the one that it replaces. */
  followed: Map<number, string>
  /** Day on which the last valid annual report of each certificate was submitted. */
  reported: Map<number, string>
}
const key = (kindId: number, type: ApplicationType) => `${kindId} ${type}`

/** `but`: an application that is not to stand in its own way. */
export async function readApplicantStatus(
  { db, now }: QueryCtx,
  organisationId: number,
  but = 0,
): Promise<ApplicantStatus> {
  const cases = await db
    .select({ of: qualificationCase, id: application.id, number: application.number })
    .from(qualificationCase)
    .innerJoin(application, eq(application.id, qualificationCase.applicationId))
    .where(
      and(
        eq(application.organisationId, organisationId),
        ne(application.id, but),
        inArray(application.state, openStates()),
      ),
    )
  const successors = await db
    .select({ id: certificate.replacesId, number: certificate.number })
    .from(certificate)
    .where(and(eq(certificate.organisationId, organisationId), eq(certificate.register, 'qualification')))
  const reports = await db
    .select({ id: qualificationCase.certificateId, at: application.submittedAt })
    .from(qualificationCase)
    .innerJoin(application, eq(application.id, qualificationCase.applicationId))
    .where(
      and(
        eq(application.organisationId, organisationId),
        eq(qualificationCase.type, 'annualReport'),
        eq(application.state, 'approved'),
        gte(application.submittedAt, startOf(addDays(dayOf(now), -366))),
      ),
    )
    .orderBy(application.id)
  return {
    open: new Map(
      cases.map(({ of, id, number }) => [key(of.kindId, of.type), { id, words: number ? `编号 ${number}` : '草稿' }]),
    ),
    followed: new Map(successors.flatMap(({ id, number }) => (id === null ? [] : [[id, number]]))),
    reported: new Map(reports.map(({ id, at }) => [id!, dayOf(at!)])),
  }
}

/** The application of this type that is under way for this kind, by its id. */
export const openApplicationFor = (standing: ApplicantStatus, kind: QualificationKind, type: ApplicationType) =>
  standing.open.get(key(kind.id, type))?.id ?? null

/** Why this cannot be applied for now, in a sentence that says when or what instead; null where it can. */
export function hindranceOf(
  type: ApplicationType,
  { kind, of, standing, today }: { kind: QualificationKind; of: Certificate; standing: ApplicantStatus; today: string },
): string | null {
  const open = standing.open.get(key(kind.id, type))
  if (open) return `已有在办的${applicationTypeNames[type]}申请（${open.words}）`
  const { status, statusName } = statusToday(of, today)
  if (status === 'suspended') return '证书暂停期间不能申请，恢复后再办理'
  if (['revoked', 'cancelled', 'replaced'].includes(status)) return `证书${statusName}，不能再办理`
  if (isAssessed(type) && !kind.isOpen) return `${kind.name}暂停受理申请`
  const followedBy = standing.followed.get(of.id)
  if (followedBy) return `已换发新证书 ${followedBy}，请以新证书办理`
  if (type === 'renewal') return renewalHindrance(kind, of, today)
  if (status === 'expired') return `证书已于 ${of.validTo} 到期，请办理换证或首次申请`
  if (status === 'notYet' && type !== 'change' && type !== 'replacement')
    return `证书自 ${of.validFrom} 起有效，届时再办理`
  if (type === 'upgrade') return upgradeHindrance(kind, of)
  return type === 'annualReport' ? annualHindrance(kind, of, standing.reported.get(of.id), today) : null
}

function renewalHindrance({ renewAheadMonths }: QualificationKind, { validTo }: Certificate, today: string) {
  if (validTo === null) return '证书长期有效，不需要换证'
  const from = monthsBefore(validTo, renewAheadMonths)
  if (today < from) return `有效期至 ${validTo}，自 ${from} 起可以申请换证`
  const until = addDays(validTo, RENEWAL_GRACE_DAYS)
  return today > until ? `证书已到期超过 ${RENEWAL_GRACE_DAYS} 天，请办理首次申请` : null
}

/** The same day so many months before, or the last of a shorter month. */
export function monthsBefore(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year!, month! - months, 0)).getUTCDate()
  return new Date(Date.UTC(year!, month! - 1 - months, Math.min(date!, last))).toISOString().slice(0, 10)
}

function upgradeHindrance({ levels }: QualificationKind, { levelCode, levelName }: Certificate) {
  const held = levels.findIndex(({ code }) => code === levelCode)
  if (held < 0) return '证书的级别已不在目录中，请与协会联系'
  return levels.slice(0, held).some(({ isOpen }) => isOpen) ? null : `${levelName || '本种类'}没有更高的级别可以申请`
}

/** The days of a year in which reports are taken may begin in one year and end in the next. */
export function reportingWindow(
  { annualFrom, annualTo }: Pick<QualificationKind, 'annualFrom' | 'annualTo'>,
  today: string,
) {
  const year = Number(today.slice(0, 4))
  const begun = today.slice(5) >= annualFrom ? year : year - 1
  const from = `${begun}-${annualFrom}`
  const to = `${annualTo < annualFrom ? begun + 1 : begun}-${annualTo}`
  return { from, to, isOpen: today <= to }
}

function annualHindrance(kind: QualificationKind, of: Certificate, reported: string | undefined, today: string) {
  const { from, isOpen } = reportingWindow(kind, today)
  if (!isOpen) return `年度报告在每年 ${monthAndDay(kind.annualFrom)}至${monthAndDay(kind.annualTo)}提交`
  if (of.issuedOn >= from) return '证书是本年度颁发的，自下一年度起提交年度报告'
  return reported && reported >= from ? `本年度的报告已于 ${reported} 提交并通过` : null
}
const monthAndDay = (day: string) => `${Number(day.slice(0, 2))}月${Number(day.slice(3))}日`

/** A company that holds a certificate of a kind renews or upgrades that one. */
export async function initialHindrance(
  { db, now }: QueryCtx,
  kind: QualificationKind,
  organisationId: number,
  standing: ApplicantStatus,
): Promise<string | null> {
  if (!kind.isOpen) return `${kind.name}暂停受理申请`
  const begun = standing.open.get(key(kind.id, 'initial'))
  if (begun) return `已有在办的首次申请（${begun.words}）`
  const [held] = await db
    .select()
    .from(certificate)
    .where(
      and(
        eq(certificate.organisationId, organisationId),
        eq(certificate.register, 'qualification'),
        eq(certificate.kindCode, kind.code),
        notInArray(certificate.status, ['revoked', 'cancelled', 'replaced']),
      ),
    )
    .orderBy(desc(certificate.validTo))
    .limit(1)
  const isHeld = held && statusToday(held, dayOf(now)).status !== 'expired'
  return isHeld ? `已持有该种类的证书 ${held.number}，请办理换证、升级或增项` : null
}
