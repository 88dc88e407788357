import { and, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { lockOrganisation, type Organisation, organisationValues } from '#modules/members/server/organisations.ts'
import { isAboutCertificate } from '#modules/qualifications/applicationTypes.ts'
import { type QualificationKind, readKind } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import { ownOrganisation } from '#modules/qualifications/server/applicant.ts'
import { qualificationCase, qualificationKind } from '#modules/qualifications/server/tables.ts'
import { saveDraft } from '#modules/review/applying/server/submissions.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import type { applyingContract } from '../contract.ts'
import { hindranceOf, initialHindrance, readApplicantStatus, reportingWindow } from './entitlement.ts'
import { kinds, type MemberType, routeOf } from './qualificationApplications.ts'

type Endpoint = (typeof applyingContract)['POST /qualification/addApply']
type Wanted = Parsed<Endpoint>
type About = { kind: QualificationKind; of: Certificate | undefined }

/** Begins an application with what is known already. Of two that begin the same at once the second is told of the first. */
export async function addApply(ctx: Ctx, wanted: Wanted): Promise<Output<Endpoint>> {
  const type = wanted.applyType
  if (type === 'legacy') throw invalid('旧证补录请在“旧证补录”页面办理', { applyType: '不在这里办理' })
  const organisationId = await ownOrganisation(ctx)
  return inTransaction(ctx, async tx => {
    const whose = await lockOrganisation(tx, organisationId)
    const about = await readAbout(tx, wanted, organisationId)
    const hindrance = await hindranceFor(tx, type, about, organisationId)
    if (hindrance) throw conflict(hindrance)
    const { id } = await saveDraft(tx, kinds[type], {}, { organisationId, subjectId: about.kind.id })
    const title = `${whose.name} ${about.kind.name}`
    await tx.db.update(application).set({ title }).where(eq(application.id, id))
    await tx.db.insert(qualificationCase).values({
      applicationId: id,
      type,
      kindId: about.kind.id,
      certificateId: about.of?.id,
    })
    const form = { ...(await prefillForm(tx, type, whose, about)), ...levelWanted(about, wanted) }
    const begun = await saveDraft(tx, kinds[type], { id, form })
    return {
      id,
      applyNo: begun.number,
      status: begun.state,
      statusName: nameOfState(begun.state),
      route: routeOf(begun.state, id),
    }
  })
}

async function readAbout(ctx: Ctx, { applyType, childId, certId }: Wanted, organisationId: number): Promise<About> {
  if (!isAboutCertificate(applyType)) {
    const kind = childId === undefined ? undefined : await readKind(ctx, childId)
    if (!kind) throw invalid('请选择要申请的种类', { childId: '请选择种类' })
    return { kind, of: undefined }
  }
  if (certId === undefined) throw invalid('请选择证书', { certId: '请选择证书' })
  const [found] = await ctx.db
    .select({ of: certificate, kindId: qualificationKind.id })
    .from(certificate)
    .leftJoin(qualificationKind, eq(qualificationKind.code, certificate.kindCode))
    .where(
      and(
        eq(certificate.id, certId),
        eq(certificate.organisationId, organisationId),
        eq(certificate.register, 'qualification'),
      ),
    )
  if (!found) throw notFound('证书不存在，或不是本单位的')
  const kind = found.kindId === null ? undefined : await readKind(ctx, found.kindId)
  if (!kind) throw conflict('证书的种类已不在目录中，请与协会联系')
  return { kind, of: found.of }
}

/** Why that cannot be applied for today; null where it can. */
async function hindranceFor(ctx: Ctx, type: MemberType, { kind, of }: About, organisationId: number) {
  const standing = await readApplicantStatus(ctx, organisationId)
  if (!of) return initialHindrance(ctx, kind, organisationId, standing)
  return hindranceOf(type, { kind, of, standing, today: dayOf(ctx.now) })
}

/** Prefills the form from the company, the certificate and the year. */
async function prefillForm(ctx: Ctx, type: MemberType, whose: Organisation, { kind, of }: About): Promise<FormValues> {
  if (type === 'change' || type === 'replacement' || type === 'cancellation') return {}
  const values = await organisationValues(ctx, whose.id)
  if (type === 'annualReport') {
    const { staffTotal = null, technicalTotal = null } = values
    const year = Number(reportingWindow(kind, dayOf(ctx.now)).from.slice(0, 4)) - 1
    return { year, staffTotal, technicalTotal }
  }
  return { ...values, officeAddress: values.address ?? null, scope: of?.scope ?? null }
}

/** The level that was picked; else the certificate's, which an upgrade does not offer. */
function levelWanted({ kind, of }: About, { levelId, applyType }: Wanted): FormValues {
  const picked = kind.levels.find(({ id }) => id === levelId)
  if (levelId !== undefined && !picked) throw invalid('这个种类没有该级别', { levelId: '请从列表中选择级别' })
  if (picked) return { levelCode: picked.code, ...(of ? {} : { scope: picked.scope }) }
  return of && applyType === 'renewal' ? { levelCode: of.levelCode } : {}
}

export const beginHandlers = {
  'POST /qualification/addApply': addApply,
} satisfies Partial<Handlers<typeof applyingContract>>
