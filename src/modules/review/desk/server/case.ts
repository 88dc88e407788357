import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { changedFields, type FormField, type FormValues } from '#lib/form/form.ts'
import { fieldText, tableOf } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { decryptForm, maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { cleanHtml } from '#lib/server/outbound/sanitizeHtml.ts'
import { escalationsOf } from '#lib/server/oversight/escalations.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { matchScan } from '#modules/review/applying/server/prints.ts'
import { readProgress } from '#modules/review/applying/server/progress.ts'
import { newestConfirmation, slotsToFill } from '#modules/review/confirming/server/confirmationStatus.ts'
import { signatureOn } from '#modules/review/confirming/server/signature.ts'
import { staffDeadline } from '#modules/review/deadlines.ts'
import { type Application, kindOf, type Schema, separateScreenOf } from '#modules/review/server/applicationKinds.ts'
import { FOUR_EYES, lastReviewers } from '#modules/review/server/fourEyes.ts'
import { meetingDesk } from '#modules/review/server/meetingDesk.ts'
import { currentNotice, type Notice } from '#modules/review/server/notices.ts'
import { isOwnDesk, refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import { submittedApplication } from '#modules/review/server/steps.ts'
import { applicationEvent } from '#modules/review/server/tables.ts'
import { isStampedForm, possibleActions } from '#modules/review/workflow.ts'
import { type FindHits, readPublicWords, wordsInField } from '#modules/settings/server/publicWords.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import { type caseContract, decisions } from '../caseContract.ts'
import type { staffDeskContract } from '../deskContract.ts'
import { votingRule } from './exceptions.ts'
import { listNotes } from './notes.ts'
import { undoingOf } from './undoing.ts'

type Endpoints = typeof caseContract
type Case = Output<Endpoints['GET /staff/review/detail']>

export async function showCase(ctx: Ctx, { id }: Parsed<Endpoints['GET /staff/review/detail']>): Promise<Case> {
  const found = await submittedApplication(ctx, id)
  await refuseApplicationOutside(ctx, 'staff:applications', id)
  const schema = await kindOf(found).schema(ctx, found)
  const progress = await readProgress(ctx, found, { masked: true })
  const today = dayOf(ctx.now)
  const deadline = staffDeadline(await readWorkingCalendar(ctx), found.state, dayOf(found.stateSince))
  const notice = found.state === 'noticed' ? await currentNotice(ctx, id) : undefined
  return {
    ...progress,
    timeline: await withStaffFacts(ctx, id, progress.timeline),
    revision: found.revision,
    isConfirmed: (await newestConfirmation(ctx, found)) !== undefined,
    form: formOf(
      ctx,
      found,
      schema,
      progress.rounds.at(-1),
      kindOf(found).publishes ? await readPublicWords(ctx) : () => [],
    ),
    materials: await materialsOf(ctx, found, schema, progress.rounds.at(-1)),
    payment: await paymentOf(ctx, found),
    aside: (await kindOf(found).aside?.(ctx, found, decryptForm(schema.fields, found.form, ctx.encryption))) ?? [],
    notes: await listNotes(ctx, id),
    escalations: await escalationsOf(ctx, 'application', id),
    assignee: await assigneeOf(ctx, found),
    deadline,
    overdue: deadline !== null && deadline < today,
    applicantDeadline: found.dueOn,
    ...(await actionsOf(ctx, found, notice)),
    noticeEndsOn: notice?.toDay ?? null,
    ...(await undoingOf(ctx, found)),
    meeting: await meetingOf(ctx, found),
  }
}

/** Adds the votes of meetings and what decisions passed over to the events. The applicant never gets them. */
async function withStaffFacts<Event extends { id: number }>(ctx: Ctx, id: number, events: readonly Event[]) {
  const counted = await meetingDesk().votesOn(ctx, id)
  const { exceptions, exceptionReason } = applicationEvent
  const rows = await ctx.db
    .select({ id: applicationEvent.id, exceptions, exceptionReason })
    .from(applicationEvent)
    .where(eq(applicationEvent.applicationId, id))
  return events.map(event => ({
    exceptions: [],
    exceptionReason: '',
    ...event,
    ...rows.find(row => row.id === event.id),
    votes: counted.get(event.id) ?? '',
  }))
}

/** The meeting that votes on it, where the charter has one vote. */
async function meetingOf(ctx: Ctx, of: Application): Promise<Case['meeting']> {
  const rule = await votingRule(ctx, of)
  if (!rule) return null
  return { rule, open: (await meetingDesk().openOn(ctx, of.id)) ?? null }
}

type Actions = Pick<Case, 'canDo' | 'hindrance'>

/** Returns the decisions open to the caller now, and the reason why others are not. */
async function actionsOf(ctx: Ctx, of: Application, notice: Notice | undefined): Promise<Actions> {
  const { id, state } = of
  const { accountId } = signedInActor(ctx)
  if (!(await isOwnDesk(ctx, of))) return { canDo: [], hindrance: null }
  const elsewhere = separateScreenOf(of)?.hint
  if (elsewhere) return { canDo: [], hindrance: elsewhere }
  if (state === 'deciding' && (await lastReviewers(ctx, [id])).get(id) === accountId)
    return { canDo: [], hindrance: FOUR_EYES }
  const bar = await kindOf(of).bars?.(ctx, of)
  if (bar) return { canDo: [], hindrance: bar }
  const canDo = decisions.filter(action => possibleActions(state).includes(action))
  if (notice?.heldAt) return { canDo: [], hindrance: '公示期间收到的异议尚未办结，请在“公示与异议”中办理' }
  if (!notice || notice.toDay < dayOf(ctx.now)) return { canDo, hindrance: null }
  const hindrance = `公示到 ${notice.toDay} 结束，期满无异议的自动进入下一环节`
  return { canDo: canDo.filter(action => action !== 'pass'), hindrance }
}

type Round = Case['rounds'][number]

function formOf(
  ctx: Ctx,
  of: Application,
  { fields }: Schema,
  lastRound: Round | undefined,
  find: FindHits,
): Case['form'] {
  const values = decryptForm(fields, of.form, ctx.encryption)
  const shown = maskForm(fields, values)
  return fields.map(field => {
    const { name, label, section } = field
    const change = lastRound?.changes.find(({ field: changed }) => changed === name)
    return {
      field: name,
      label,
      section,
      text: fieldText(field, shown[name]),
      ...richOf(field, values),
      table: tableOf(field, shown[name]),
      masked: changedFields([field], shown, values).length > 0,
      words: wordsInField(find, field, values[name] ?? null, 'doubtful'),
      before: change && change.before !== change.after ? change.before : null,
      remark: change?.remark ?? null,
      answer: change?.answer ?? null,
    }
  })
}

/** Cleaned when it was stored, and again here: it is shown to who may do most. */
const richOf = ({ name, kind }: FormField, values: FormValues) => ({
  html: kind === 'richText' && values[name] ? cleanHtml(String(values[name])) : null,
  picture: kind === 'picture' && values[name] ? Number(values[name]) : null,
})

async function materialsOf(ctx: Ctx, of: Application, schema: Schema, lastRound: Round | undefined) {
  const infos = await fileInfos(ctx, Object.values(of.materials).flat())
  const wanted = await slotsToFill(ctx, of, schema)
  const slots = wanted.map(async ({ code, name, required }) => {
    const files = (of.materials[code] ?? []).flatMap(fileId => infos.get(fileId) ?? [])
    const change = lastRound?.changes.find(({ field }) => field === code)
    return {
      slot: code,
      name,
      required: required === true,
      match: isStampedForm(code) && files.length ? await matchScan(ctx, of, of.materials[code]!) : null,
      signature:
        code === kindOf(of).sealedSlot && files.length ? await signatureOn(ctx, of, of.materials[code]!) : null,
      remark: change?.remark ?? null,
      answer: change?.answer ?? null,
      changed: Boolean(change?.before) && change?.before !== change?.after,
      files,
    }
  })
  return Promise.all(slots)
}

async function paymentOf(ctx: Ctx, of: Application): Promise<Case['payment']> {
  const claimed = await kindOf(of).payment?.(ctx, of)
  if (!claimed) return null
  const { slipId, ...said } = claimed
  return { ...said, slip: (slipId && (await fileInfos(ctx, [slipId])).get(slipId)) || null }
}

async function assigneeOf({ db }: Ctx, { assigneeId }: Application): Promise<Case['assignee']> {
  if (assigneeId === null) return null
  const named = { id: account.id, name: account.displayName }
  const [found] = await db.select(named).from(account).where(eq(account.id, assigneeId))
  return found!
}

export const caseHandlers = {
  'GET /staff/review/detail': showCase,
  /** Reveals one personal value in full; the audit log records who saw it. */
  'POST /staff/review/reveal': async (ctx, { id, field: name }) => {
    const of = await submittedApplication(ctx, id)
    await refuseApplicationOutside(ctx, 'staff:applications', id)
    const { fields } = await kindOf(of).schema(ctx, of)
    const field = fields.find(one => one.name === name && isPersonal(one))
    if (!field) throw invalid('没有这一栏，或它没有被遮盖')
    await record(ctx, {
      action: 'application.reveal',
      objectType: 'application',
      objectId: id,
      objectName: of.title,
      detail: { number: of.number, field: field.label },
    })
    const value = decryptForm(fields, of.form, ctx.encryption)[name]
    return { text: fieldText(field, value), table: tableOf(field, value) }
  },
} satisfies Partial<Handlers<typeof staffDeskContract>>

const isPersonal = ({ personal, columns }: FormField) => personal || columns?.some(column => column.personal)
