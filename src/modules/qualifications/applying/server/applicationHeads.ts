import { asc, eq, inArray } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { applicationTypeNames } from '#modules/qualifications/applicationTypes.ts'
import {
  qualificationCase,
  qualificationGroup,
  qualificationKind,
  qualificationLevel,
} from '#modules/qualifications/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { ownApplication } from '#modules/review/server/applications.ts'
import { readStateWords } from '#modules/review/server/stateWords.ts'
import { type MemberType, typeOf } from './qualificationApplications.ts'

/** Returns one of the caller's own applications, of the types handled here. */
export async function ownCase(ctx: Ctx, id: number): Promise<{ of: Application; type: MemberType }> {
  const of = await ownApplication(ctx, id)
  const type = typeOf(of)
  if (!type) throw notFound('没有这份能力评价申请')
  return { of, type }
}

/** Summary shown at the top of every screen of an application. */
export const applicationHead = async (ctx: Pick<Ctx, 'db' | 'config'>, of: Application) =>
  (await applicationHeads(ctx, [of]))[0]!

export async function applicationHeads(ctx: Pick<Ctx, 'db' | 'config'>, applications: readonly Application[]) {
  const { db } = ctx
  const words = await readStateWords(ctx)
  const ids = applications.map(({ id }) => id)
  const cases = await db
    .select({ of: qualificationCase, kind: qualificationKind, group: qualificationGroup })
    .from(qualificationCase)
    .innerJoin(qualificationKind, eq(qualificationKind.id, qualificationCase.kindId))
    .innerJoin(qualificationGroup, eq(qualificationGroup.id, qualificationKind.groupId))
    .where(inArray(qualificationCase.applicationId, ids))
  const kindIds = cases.map(({ kind }) => kind.id)
  const levels = await db
    .select()
    .from(qualificationLevel)
    .where(inArray(qualificationLevel.kindId, kindIds))
    .orderBy(asc(qualificationLevel.sort))
  const certificateIds = [
    ...applications.flatMap(({ resultId }) => resultId ?? []),
    ...cases.flatMap(({ of }) => of.certificateId ?? []),
  ]
  const certificates = await db
    .select({ id: certificate.id, number: certificate.number, levelName: certificate.levelName })
    .from(certificate)
    .where(inArray(certificate.id, certificateIds))
  return applications.map(of => {
    const { kind, group, of: about } = cases.find(({ of: { applicationId } }) => applicationId === of.id)!
    const held = certificates.find(({ id }) => id === about.certificateId)
    const level = levels.find(({ kindId, code }) => kindId === kind.id && code === of.form.levelCode)
    return {
      id: of.id,
      applyNo: of.number,
      applyType: about.type,
      applyTypeName: applicationTypeNames[about.type],
      groupName: group.name,
      childId: kind.id,
      childName: kind.name,
      levelName: level?.name ?? held?.levelName ?? '',
      status: of.state,
      statusName: words.nameOf(of),
      version: of.version,
      deadline: of.dueOn,
      certNo: certificates.find(({ id }) => id === of.resultId)?.number ?? held?.number ?? null,
    }
  })
}
