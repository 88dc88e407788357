import { and, asc, desc, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { type CallWithKind, findCall, hindranceOf, isOpen, showCalls } from '#modules/awards/calls/server/openCalls.ts'
import { fieldsOf } from '#modules/awards/entries/server/entries.ts'
import { awardEntry } from '#modules/awards/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { formOf } from '#modules/review/applying/server/applying.ts'
import { readProgress } from '#modules/review/applying/server/progress.ts'
import { readSlots } from '#modules/review/applying/server/slots.ts'
import { isConfirmable } from '#modules/review/confirming/server/confirmationStatus.ts'
import { noticeEnd } from '#modules/review/server/notices.ts'
import { application } from '#modules/review/server/tables.ts'
import type { applyingContract } from '../applyingContract.ts'
import { prefilledValues } from './begin.ts'
import { entryKind, entryPath } from './entryKind.ts'
import { headOf, isOwn, type OwnEntry, ownEntries, ownEntry } from './ownEntries.ts'

type Endpoint = (typeof applyingContract)['GET /award/getApply']
type Answer = Output<Endpoint>

export async function getApply(ctx: Ctx, { id, type, year }: Parsed<Endpoint>): Promise<Answer> {
  if (id !== undefined) return showEntry(ctx, await ownEntry(ctx, id))
  const called = await findCall(ctx, type, year)
  const [newest] = await ownEntries(ctx)
    .where(and(isOwn(ctx), eq(awardEntry.callId, called.call.id)))
    .orderBy(desc(application.id))
    .limit(1)
  return newest ? showEntry(ctx, newest) : showBlank(ctx, called)
}

async function showEntry(ctx: Ctx, own: OwnEntry): Promise<Answer> {
  const { of } = own
  const { savedAt, editable, hindrance, openFields, form, materials, isConfirmable, auditReason } = await formOf(
    ctx,
    entryKind,
    of,
  )
  return {
    ...(await ofCall(ctx, own)),
    apply: headOf(ctx, own),
    savedAt,
    editable,
    hindrance,
    openFields,
    form,
    materials,
    isConfirmable,
    auditReason,
    progress: await readProgress(ctx, of, { masked: false }),
    noticeEndsOn: (of.state === 'noticed' && (await noticeEnd(ctx, of.id))) || null,
  }
}

/** Returns the empty form of an entry that does not exist yet. */
async function showBlank(ctx: Ctx, called: CallWithKind): Promise<Answer> {
  const [own] = await ctx.db
    .select()
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  const fields = fieldsOf(called)
  const editable = isOpen(ctx, called.call)
  const schema = { path: entryPath, fields, slots: called.call.rules.materials }
  return {
    ...(await ofCall(ctx, called)),
    apply: null,
    savedAt: null,
    editable,
    hindrance: hindranceOf(ctx, called.call),
    openFields: editable ? fields.map(({ name }) => name) : [],
    form: await prefilledValues(ctx, own!),
    materials: (await readSlots(ctx, entryKind, undefined, schema)).map(one => ({ ...one, editable })),
    isConfirmable: await isConfirmable(ctx, entryKind, schema),
    auditReason: [],
    progress: null,
    noticeEndsOn: null,
  }
}

async function ofCall(ctx: Ctx, called: CallWithKind) {
  const [shown] = await showCalls(ctx, [called])
  const { subTypes, groups, levels } = called.call.rules
  return {
    call: { ...shown!, isOpen: isOpen(ctx, called.call) },
    fields: fieldsOf(called),
    options: { subTypes, groups, levels },
    people: await ownPeople(ctx),
  }
}

/** Maximum persons offered; above the limit of any table of persons. */
const MAX_PEOPLE = 300

/** People of the caller's company, as the register knows them; none of a person. */
async function ownPeople(ctx: Ctx): Promise<Answer['people']> {
  const rows = await ctx.db
    .select({ person, employer: organisation.name })
    .from(account)
    .innerJoin(organisation, eq(organisation.id, account.organisationId))
    .innerJoin(person, eq(person.organisationId, organisation.id))
    .where(eq(account.id, signedInActor(ctx).accountId))
    .orderBy(asc(person.name), asc(person.id))
    .limit(MAX_PEOPLE)
  return rows.map(({ person: { name, sex, jobTitle, position }, employer }) => ({
    name,
    sex: sex === null ? '' : sexNames[sex],
    title: jobTitle,
    position,
    organisation: employer,
  }))
}
const sexNames = { male: '男', female: '女' }

export const entryDetailHandlers = {
  'GET /award/getApply': getApply,
} satisfies Partial<Handlers<typeof applyingContract>>
