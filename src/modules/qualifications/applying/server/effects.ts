import { eq } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { record } from '#modules/audit/server/record.ts'
import { recordAct } from '#modules/certificates/issuing/server/acts.ts'
import { changeCertificate } from '#modules/certificates/issuing/server/changing.ts'
import { issueCertificate } from '#modules/certificates/issuing/server/issuing.ts'
import { storedKind } from '#modules/certificates/server/certificateCatalogue.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { allowsEvent, lastDay, statusNames } from '#modules/certificates/status.ts'
import { lockOrganisation, updateOrganisation } from '#modules/members/server/organisations.ts'
import type { Effect, Entered } from '#modules/review/server/applicationKinds.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { levelOf, readCase } from './cases.ts'
import { contentChange } from './contentChange.ts'
import type { MemberType } from './qualificationApplications.ts'

/**
 * Effects of approval, run in the transaction of the last decision, so that the register changes with it or not at all.
 */
export const effects: Record<MemberType, (ctx: Ctx, entered: Entered) => Promise<Effect>> = {
  initial: (ctx, entered) => issue(ctx, entered),
  renewal: async (ctx, entered) => {
    const old = await lockedCertificate(ctx, entered)
    const today = dayOf(ctx.now)
    const validFrom = old.validTo !== null && old.validTo >= today ? addDays(old.validTo, 1) : today
    // The old certificate stays valid until its last day and then expires by itself.
    return issue(ctx, entered, { old, validFrom, why: validFrom === today ? '换发新证书' : undefined })
  },
  upgrade: async (ctx, entered) => {
    const old = await lockedCertificate(ctx, entered)
    return issue(ctx, entered, { old, validFrom: dayOf(ctx.now), why: '升级换发新证书' })
  },
  extraScope: async (ctx, entered) => {
    const old = await lockedCertificate(ctx, entered)
    const changes = { scope: String(entered.values.scope) }
    await changeCertificate(ctx, old, { effectiveOn: dayOf(ctx.now), reason: '增项', changes })
    return { resultId: old.id, say: `证书 ${old.number} 的范围已更新。` }
  },
  change: async (ctx, entered) => {
    const old = await lockedCertificate(ctx, entered)
    const before = await lockOrganisation(ctx, entered.application.organisationId!)
    const { columns, printed, told, words } = contentChange(old, before, entered.values)
    await updateOrganisation(ctx, before.id, columns)
    const labels = [...words.map(({ label }) => label), ...(entered.values.other ? ['其他事项'] : [])]
    const reason = `${labels.join('、')}变更`
    if (words.length) await changeCertificate(ctx, old, { effectiveOn: dayOf(ctx.now), reason, changes: printed, told })
    else await recordCertificateEvent(ctx, old, 'changed', reason)
    return { resultId: old.id, say: `证书 ${old.number} 和单位资料已更新。` }
  },
  annualReport: async (ctx, entered) => {
    const old = await lockedCertificate(ctx, entered)
    await recordCertificateEvent(ctx, old, 'reviewed', `${entered.values.year}年度报告符合要求`)
    return { resultId: old.id, say: `证书 ${old.number} 已记入年度审核。` }
  },
  replacement: async (ctx, entered) => {
    const old = await lockedCertificate(ctx, entered)
    const cause = entered.values.cause === 'damaged' ? '污损' : entered.values.cause === 'lost' ? '遗失' : '其他原因'
    await recordCertificateEvent(ctx, old, 'reissued', `证书${cause}，补发，编号与有效期不变`)
    return { resultId: old.id, say: `证书 ${old.number} 已补发，可在会员中心下载。` }
  },
  cancellation: async (ctx, entered) => {
    const old = await lockedCertificate(ctx, entered)
    await recordCertificateEvent(ctx, old, 'cancelled', '持证单位申请注销')
    return { resultId: old.id, say: `证书 ${old.number} 自今日起注销。` }
  },
}

/** The certificate as it is now, locked: it may have been suspended or revoked since it was applied for. */
async function lockedCertificate(ctx: Ctx, { application }: Entered): Promise<Certificate> {
  const { certificate: of } = await readCase(ctx, application)
  const [locked] = await ctx.db.select().from(certificate).where(eq(certificate.id, of!.id)).for('update')
  if (locked!.status !== 'valid')
    throw conflict(`证书 ${locked!.number} 现为“${statusNames[locked!.status]}”，不能办理，请不予通过并说明理由`)
  return locked!
}

type Replacing = { old: Certificate; validFrom: string; why: string | undefined }

/** A new certificate, under the next number; the one that it replaces ends today where `why` says so. */
async function issue(ctx: Ctx, { application, values }: Entered, replacing?: Replacing): Promise<Effect> {
  const about = await readCase(ctx, application)
  const { kind } = about
  const level = levelOf(about, values)
  if (kind.levels.length > 0 && !level) throw conflict('申请的级别已不在目录中，请先恢复该级别')
  const today = dayOf(ctx.now)
  const validFrom = replacing?.validFrom ?? today
  const holder = await lockOrganisation(ctx, application.organisationId!)
  const { association } = await readPublicConfig(ctx)
  const issued = await issueCertificate(ctx, {
    register: 'qualification',
    holderName: holder.name,
    organisationName: holder.name,
    organisationId: holder.id,
    creditCode: holder.creditCode,
    provinceCode: holder.provinceCode,
    issuer: association.name,
    ...storedKind(kind, level),
    scope: String(values.scope),
    issuedOn: today,
    validFrom,
    validTo: lastDay(validFrom, kind.validYears),
    publishedAt: ctx.now,
    replacesId: replacing?.old.id ?? null,
  })
  if (replacing?.why) await recordCertificateEvent(ctx, replacing.old, 'replaced', `${replacing.why} ${issued.number}`)
  await record(ctx, {
    action: 'certificate.issue',
    objectType: 'certificate',
    objectId: issued.id,
    objectName: issued.number,
    detail: { application: application.number, ...(replacing && { replaces: replacing.old.number }) },
  })
  const until = `有效期 ${issued.validFrom} 至 ${issued.validTo}`
  return { resultId: issued.id, say: `证书编号 ${issued.number}，${until}，可在会员中心下载。` }
}

type CertificateEventKind = 'replaced' | 'reviewed' | 'reissued' | 'cancelled' | 'changed'

async function recordCertificateEvent(
  ctx: Ctx,
  of: Certificate,
  kind: CertificateEventKind,
  reason: string,
): Promise<void> {
  if (!allowsEvent(of.status, kind)) throw conflict(`证书 ${of.number} 现为“${statusNames[of.status]}”，不能办理`)
  await recordAct(ctx, of, { kind, effectiveOn: dayOf(ctx.now), reason })
}
