import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { listApplicationMessages } from '#modules/messages/server/applicationMessages.ts'
import { membersOf, nonconformitiesOf } from '#modules/qualifications/site/server/siteDetail.ts'
import { siteReview } from '#modules/qualifications/site/server/tables.ts'
import { conclusionNames, roleNames } from '#modules/qualifications/siteReview.ts'
import { readProgress } from '#modules/review/applying/server/progress.ts'
import { readSlots } from '#modules/review/applying/server/slots.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { latestDecision } from '#modules/review/server/latestDecision.ts'
import { noticeEnd } from '#modules/review/server/notices.ts'
import { readStateWords } from '#modules/review/server/stateWords.ts'
import { application } from '#modules/review/server/tables.ts'
import { possibleActions, stageOf } from '#modules/review/workflow.ts'
import type { applyingContract } from '../contract.ts'
import { applicationHead, applicationHeads, ownCase } from './applicationHeads.ts'
import { showFee } from './assessmentFees.ts'
import { kinds, memberTypes, routeOf } from './qualificationApplications.ts'

type Endpoints = typeof applyingContract
type Detail = Endpoints['GET /qualification/detail']

const ours = (ctx: Ctx, types: readonly (typeof memberTypes)[number][] = memberTypes) =>
  and(
    eq(application.accountId, signedInActor(ctx).accountId),
    inArray(
      application.kind,
      types.map(type => kinds[type].kind),
    ),
  )

export const applicationsHandlers = {
  'GET /qualification/list': async (ctx, asked) => {
    const types = memberTypes.filter(type => !asked.applyType || asked.applyType === type)
    const where = and(ours(ctx, types), asked.status && eq(application.state, asked.status))
    const rows = await limitToPage(asked, ctx.db.select().from(application).where(where).orderBy(desc(application.id)))
    const total = await countOf(ctx.db, sql`select 1 from ${application} where ${where}`)
    const heads = await applicationHeads(ctx, rows)
    const words = await readStateWords(ctx)
    const list = rows.map((of, i) => {
      const { state, remarks } = of
      const stage = stageOf(state)
      const isFormOpen = state === 'materialsReturned' && remarks.some(({ slot }) => slot === undefined)
      return {
        ...heads[i]!,
        currentStep: stage ? words.stageNameOf(of, stage) : '办结',
        submitTime: of.submittedAt && iso(of.submittedAt),
        updateTime: iso(of.updatedAt),
        canEdit: state === 'draft' || state === 'returned' || isFormOpen,
        canUpload: state === 'preparing' || state === 'materialsReturned',
        canPay: state === 'unpaid',
        canRectify: state === 'rectifying',
        canWithdraw: possibleActions(state, ['decision']).includes('withdraw'),
        route: routeOf(state, of.id),
      }
    })
    return toPage(list, total, asked)
  },
  'GET /qualification/detail': async (ctx, { id }) => {
    const { of, type } = await ownCase(ctx, id)
    const schema = await kinds[type].schema(ctx, of)
    const canWithdraw = possibleActions(of.state, schema.path).includes('withdraw')
    return {
      apply: { ...(await applicationHead(ctx, of)), canWithdraw, route: routeOf(of.state, id) },
      fields: schema.fields,
      form: await valuesOf(ctx, of),
      files: await readSlots(ctx, kinds[type], of, schema),
      fee: await showFee(ctx, of),
      review: await reviewOf(ctx, id),
      progress: await readProgress(ctx, of, { masked: false }),
      auditReason: of.remarks,
      noticeEndsOn: (of.state === 'noticed' && (await noticeEnd(ctx, id))) || null,
      cert: await resultOf(ctx, of),
    }
  },
  'GET /qualification/getAuditReason': async (ctx, { id }) => {
    return latestDecision(ctx, (await ownCase(ctx, id)).of)
  },
  'GET /qualification/message/list': async (ctx, asked) => {
    if (asked.id !== undefined) await ownCase(ctx, asked.id)
    return listApplicationMessages(ctx, { ...asked, kind: 'qualification', id: asked.id })
  },
} satisfies Partial<Handlers<Endpoints>>

async function resultOf({ db }: Ctx, { resultId }: { resultId: number | null }) {
  if (resultId === null) return null
  const [found] = await db
    .select({ id: certificate.id, certNo: certificate.number, validTo: certificate.validTo })
    .from(certificate)
    .where(eq(certificate.id, resultId))
  return found!
}

/** Returns the experts with name and role only; the findings appear once the review is concluded. */
async function reviewOf(ctx: Ctx, id: number): Promise<Output<Detail>['review']> {
  const [of] = await ctx.db.select().from(siteReview).where(eq(siteReview.applicationId, id))
  if (!of) return null
  const isConcluded = of.recordedAt !== null
  const members = await membersOf(ctx, of.id)
  const found = isConcluded ? await nonconformitiesOf(ctx, of.id) : []
  const conclusion = isConcluded ? of.conclusion : null
  return {
    date: of.plannedOn,
    days: of.days,
    place: of.place,
    note: of.note,
    experts: members.map(({ name, of: { role } }) => ({ name, roleName: roleNames[role] })),
    conclusion,
    conclusionName: conclusion ? conclusionNames[conclusion] : '',
    nonconformities: found.map(({ verifiedOn: _, ...one }) => one),
  }
}
