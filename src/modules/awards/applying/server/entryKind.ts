import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { fold } from '#lib/server/search/fold.ts'
import { addWorkingDays } from '#lib/workingDays.ts'
import { hindranceOf } from '#modules/awards/calls/server/openCalls.ts'
import { type EntryCase, fieldsOf, readEntry } from '#modules/awards/entries/server/entries.ts'
import { expertStage } from '#modules/awards/rounds/expertStage.ts'
import { awardCall, awardEntry, awardKind } from '#modules/awards/server/tables.ts'
import { enterAwarded } from '#modules/awards/winners/server/awarding.ts'
import { committee } from '#modules/awards/winners/server/noticing.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { type Applicant, type Application, defineKind, type Schema } from '#modules/review/server/applicationKinds.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { application } from '#modules/review/server/tables.ts'
import { openStates, STAMPED_FORM, type State } from '#modules/review/workflow.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import { entryFaults } from '../entryFaults.ts'
import { reviewerFacts } from './reviewerFacts.ts'

/** Formal review, experts, committee, public notice. */
export const entryPath = ['review', expertStage.code, 'decision', 'notice'] as const

/** Working days to correct a returned entry, also after the deadline. */
const CORRECTION_WORKING_DAYS = 10

type HandedIn = { application: Application; values: FormValues }

/** An entry is handed in within the days of its call, without fault, and once. */
async function checkEntry(ctx: Ctx, { application: of, values }: HandedIn): Promise<void> {
  const about = await readEntryLocked(ctx, of.subjectId!)
  const hindrance = of.state === 'draft' ? hindranceOf(ctx, about.call) : null
  if (hindrance) throw conflict(hindrance)
  const errors = entryFaults(values, {
    form: about.kind.form,
    rules: about.call.rules,
    today: dayOf(ctx.now),
    applicant: await applicantOf(ctx, about),
  })
  const wrong = Object.keys(errors).length
  if (wrong) throw invalid(`有 ${wrong} 处需要更正`, errors)
  await refuseDuplicateWork(ctx, about, String(values.name))
}

/**
 * Reads the entry with a share lock on its call, so that closing the call or changing its rules waits for this
 * submission.
 */
async function readEntryLocked(ctx: Ctx, entryId: number): Promise<EntryCase> {
  const { entry } = await readEntry(ctx, entryId)
  await ctx.db.select({ id: awardCall.id }).from(awardCall).where(eq(awardCall.id, entry.callId)).for('share')
  return readEntry(ctx, entryId)
}

async function applicantOf({ db }: Ctx, { entry }: EntryCase) {
  if (entry.organisationId === null) return undefined
  const [found] = await db.select().from(organisation).where(eq(organisation.id, entry.organisationId))
  return found
}

/** Normalises a name for comparison: 「某某」技术 equals 某某技术. */
const nameKey = (name: string) => fold(name).replace(/[\s\p{P}\p{S}]/gu, '')

/** Handed in, and not refused since. */
const countedStates = (): State[] => [...openStates().filter(state => state !== 'draft'), 'approved']

/** The same work is put forward once a year, for one award. Of two that come at once the second waits, and is told. */
async function refuseDuplicateWork(ctx: Ctx, { entry, call }: EntryCase, name: string) {
  const whose = entry.organisationId === null ? `person ${entry.accountId}` : `organisation ${entry.organisationId}`
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${`award ${call.year} ${whose}`}))`)
  const others = await ctx.db
    .select({ number: application.number, name: awardEntry.name, callId: awardEntry.callId, kindName: awardKind.name })
    .from(awardEntry)
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .innerJoin(awardCall, eq(awardCall.id, awardEntry.callId))
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .where(
      and(
        ne(awardEntry.id, entry.id),
        eq(awardCall.year, call.year),
        inArray(application.state, countedStates()),
        entry.organisationId === null
          ? eq(awardEntry.accountId, entry.accountId)
          : or(eq(awardEntry.organisationId, entry.organisationId), eq(awardEntry.accountId, entry.accountId)),
      ),
    )
  const same = others.find(other => nameKey(other.name) === nameKey(name))
  if (!same) return
  throw conflict(
    same.callId === call.id
      ? `“${same.name}”已申报，编号 ${same.number}，不能重复申报`
      : `“${same.name}”本年度已申报${same.kindName}，编号 ${same.number}；同一项目一年只能申报一个奖项`,
  )
}

/**
 * Returns the last day to correct a returned entry: the deadline of the call, or some working days from now if that is
 * later.
 */
async function correctionDeadline(ctx: Ctx, of: Application, state: State): Promise<string | null> {
  if (state !== 'returned') return null
  const { call } = await readEntry(ctx, of.subjectId!)
  const days = addWorkingDays(await readWorkingCalendar(ctx), dayOf(ctx.now), CORRECTION_WORKING_DAYS)
  return [days, call.closesOn].sort().at(-1)!
}

const entryApplicant: Applicant = {
  // After the deadline a draft can no longer be submitted; a returned entry can still be corrected.
  hindrance: async (ctx, of) =>
    of.state === 'draft' ? hindranceOf(ctx, (await readEntry(ctx, of.subjectId!)).call) : null,
  written: saveEntryColumns,
}

/** Copies the form values by which lists and rounds sort into the entry's columns. */
async function saveEntryColumns(ctx: Ctx, of: Application): Promise<void> {
  const values = await valuesOf(ctx, of)
  const text = (name: string) => String(values[name] ?? '').slice(0, 200)
  await ctx.db
    .update(awardEntry)
    .set({
      name: text('name'),
      subType: text('subType'),
      groupCode: text('groupCode'),
      levelWanted: text('levelWanted'),
      updatedAt: ctx.now,
    })
    .where(eq(awardEntry.applicationId, of.id))
}

/** 奖励申报: formal review, experts, committee, public notice. No fee, at no point. */
export const entryKind = defineKind({
  kind: 'award',
  name: '奖励申报',
  prefix: 'JL',
  publishes: true,
  messages: 'award',
  schema: async (ctx, { subjectId }): Promise<Schema> => {
    const about = await readEntry(ctx, subjectId!)
    return {
      path: entryPath,
      fields: fieldsOf(about),
      slots: about.call.rules.materials,
    }
  },
  route: (_, id) => `/admin/user/awards/${id}`,
  title: ({ name }, { title }) => String(name ?? '') || title,
  ...committee,
  applicant: entryApplicant,
  sealedSlot: STAMPED_FORM,
  elsewhere: { experts: { hint: '专家评审的分组、评分和排名，请在“奖励评审”中办理' } },
  check: checkEntry,
  dueOn: correctionDeadline,
  aside: reviewerFacts,
  entered: { approved: enterAwarded },
})
