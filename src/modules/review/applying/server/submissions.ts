import { and, eq, inArray } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { type Ctx, nameOfActor, signedInActor } from '#lib/server/api/context.ts'
import { dryRun } from '#lib/server/api/dryRun.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { decryptForm, encryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { withConfirmation, withSignedForm } from '#modules/review/confirming/server/confirmationStatus.ts'
import { fixQuestions } from '#modules/review/server/answeredQuestions.ts'
import type { About, Application, Kind } from '#modules/review/server/applicationKinds.ts'
import {
  AMEND_STATES,
  FORM_STATES,
  formStates,
  MATERIAL_STATES,
  ownApplication,
  takesMaterials,
} from '#modules/review/server/applications.ts'
import {
  filesInForm,
  mayChange,
  mergeMaterials,
  missingMaterials,
  withCleanText,
} from '#modules/review/server/merging.ts'
import { advanceApplication, applicationConflict, lockApplication } from '#modules/review/server/steps.ts'
import { application, type Materials } from '#modules/review/server/tables.ts'
import { openStates, type Remark } from '#modules/review/workflow.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import { readSetting } from '#modules/settings/server/settings.ts'
import { isAlreadySubmitted } from './repeatedSubmission.ts'

/** Payload of an applicant; missing parts stay unchanged. */
export type Sent = {
  id?: number
  /** The one that was read; with an older one nothing is written over. */
  version?: number
  form?: Record<string, unknown>
  materials?: Materials
  /** Answers by the field or slot of the remark; `''` for a remark about the whole. */
  answers?: Record<string, string>
}

/** Keeps what has been filled in so far, complete or not; begins the application where there is none. */
export async function saveDraft(ctx: Ctx, kind: Kind, sent: Sent, about: About = {}): Promise<Application> {
  return inTransaction(ctx, async tx => {
    const current = await openOrBegin(tx, kind, sent, about)
    await assertMayWrite(tx, kind, current, sent)
    const { changes } = await mergeSubmission(tx, kind, current, sent, { whole: false })
    const saved = await writeApplication(tx, current, {
      ...changes,
      remarks: withAnswers(current.remarks, sent.answers),
    })
    await kind.applicant?.written?.(tx, saved)
    return saved
  })
}

/** Hands in the form, or the materials, whichever it is time for. The same twice is handed in once. */
export async function submit(ctx: Ctx, kind: Kind, sent: Sent, about: About = {}): Promise<Application> {
  return inTransaction(ctx, async tx =>
    submitLocked(tx, kind, await openOrBegin(tx, kind, sent, about), sent, nameOfActor(signedInActor(ctx))),
  )
}

/** Runs `submit` and rolls it back: throws all errors, stores nothing. */
export const checkSubmission = (ctx: Ctx, kind: Kind, sent: Sent, about: About = {}): Promise<Application> =>
  dryRun(ctx, tx => submit(tx, kind, sent, about))

/** The same with an application that is the caller's and locked; `actorName`: how its history calls them. */
export async function submitLocked(
  ctx: Ctx,
  kind: Kind,
  locked: Application,
  sent: Sent,
  actorName: string,
): Promise<Application> {
  const current = await fixQuestions(ctx, kind, locked)
  if (await isAlreadySubmitted(ctx, kind, current, sent)) return current
  await assertMayWrite(ctx, kind, current, sent, { amending: kind.mayAmend })
  const { changes, values, errors: found } = await mergeSubmission(ctx, kind, current, sent, { whole: true })
  const remarks = withAnswers(current.remarks, sent.answers)
  const isFormOpen = formStates(kind).includes(current.state)
  const errors = isFormOpen ? { ...(await kind.faults?.(ctx, { application: current, values })), ...found } : found
  const wrong = Object.keys(errors).length
  if (wrong) throw invalid(`有 ${wrong} 处需要更正`, errors)
  if (isFormOpen) await kind.check?.(ctx, { application: current, values })
  const action = AMEND_STATES.includes(current.state)
    ? 'amend'
    : ((await kind.comesIn?.(ctx, { application: current, values })) ?? 'submit')
  const handedIn = await advanceApplication(ctx, current, {
    action,
    by: 'applicant',
    actorName,
    remarks,
    handedIn: {
      ...changes,
      number: current.number ?? (await numberOf(ctx, kind, current)),
      // Submitting materials for a form that passed its review does not create a new revision of the form.
      revision: current.revision + (current.state === 'preparing' ? 0 : 1),
    },
  })
  await kind.applicant?.written?.(ctx, handedIn)
  return handedIn
}

/** Takes it back, as long as the association has not begun to decide. */
export async function withdraw(ctx: Ctx, { id, version }: { id: number; version: number }): Promise<Application> {
  return inTransaction(ctx, async tx => {
    await ownApplication(tx, id)
    const current = await lockApplication(tx, id)
    if (current.version !== version) throw await applicationConflict(tx, current, 'withdraw')
    return advanceApplication(tx, current, {
      action: 'withdraw',
      by: 'applicant',
      actorName: nameOfActor(signedInActor(ctx)),
    })
  })
}

/** RH2026-000123: the year in which it was begun, and its place among all applications since the site went live. */
async function numberOf(ctx: Ctx, { prefix }: Kind, { id, createdAt }: Application): Promise<string> {
  const { lastTrialApplication = 0 } = (await readSetting(ctx, 'goLive')) ?? {}
  return `${prefix}${dayOf(createdAt).slice(0, 4)}-${String(id - lastTrialApplication).padStart(6, '0')}`
}

/** The open one, locked, or a new draft; of two that begin at once the second goes on with the first one's. */
async function openOrBegin(ctx: Ctx, kind: Kind, { id }: Sent, about: About): Promise<Application> {
  const { accountId } = signedInActor(ctx)
  if (id !== undefined) return lockApplication(ctx, (await ownApplication(ctx, id, kind)).id)
  await ctx.db
    .insert(application)
    .values({ ...about, kind: kind.kind, accountId, title: kind.name, createdAt: ctx.now, stateSince: ctx.now })
    .onConflictDoNothing()
  const [open] = await ctx.db
    .select()
    .from(application)
    .where(
      and(
        eq(application.accountId, accountId),
        eq(application.kind, kind.kind),
        inArray(application.state, openStates()),
        ...(about.subjectId ? [eq(application.subjectId, about.subjectId)] : []),
      ),
    )
    .for('update')
  return open!
}

async function assertMayWrite(ctx: Ctx, kind: Kind, current: Application, sent: Sent, { amending = false } = {}) {
  const mine = [...FORM_STATES, ...MATERIAL_STATES, ...(amending ? AMEND_STATES : [])].includes(current.state)
  if (!mine) throw await applicationConflict(ctx, current, 'submit')
  const hindrance = await kind.applicant?.hindrance?.(ctx, current)
  if (hindrance) throw conflict(hindrance)
  if (sent.version !== undefined && sent.version !== current.version)
    throw conflict('这份申请已在另一处（另一个窗口或设备）修改过。请载入较新的内容，或用您现在的内容覆盖')
}

/** Merges the open parts of the payload into the stored application. */
async function mergeSubmission(ctx: Ctx, kind: Kind, current: Application, sent: Sent, { whole }: { whole: boolean }) {
  const schema = await kind.schema(ctx, current)
  const before = decryptForm(schema.fields, current.form, ctx.encryption)
  const formIsOpen = formStates(kind).includes(current.state)
  const fields = formIsOpen ? schema.fields.filter(({ name }) => mayChange(current, { field: name })) : []
  const given = withCleanText(fields, sent.form ?? before)
  const read = readForm(fields, given, {
    whole: whole && formIsOpen,
    today: dayOf(ctx.now),
    words: kind.publishes ? await readPublicWordRule(ctx) : undefined,
    before: { ...(await knownOf(ctx, kind, current, fields)), ...before },
  })
  const closed = Object.fromEntries(Object.entries(before).filter(([name]) => !fields.some(f => f.name === name)))
  const values: FormValues = { ...closed, ...read.values }
  const merged = takesMaterials(schema, current) ? mergeMaterials(schema, current, sent.materials) : current.materials
  const isWhole = whole && takesMaterials(schema, current)
  const parts = { of: current, schema, values }
  const materials = isWhole ? await withSignedForm(ctx, { ...parts, materials: merged }) : merged
  const missing = isWhole
    ? await withConfirmation(ctx, { ...parts, materials }, missingMaterials(schema, materials))
    : {}
  const errors: FieldErrors = { ...read.errors, ...missing }
  // A visitor who comes back has another ticket: what is attached already is not asked for again.
  const attached = [...filesInForm(schema.fields, before), ...Object.values(current.materials).flat()]
  await attachFiles(
    ctx,
    [...filesInForm(schema.fields, values), ...Object.values(materials).flat()].filter(id => !attached.includes(id)),
  )
  const form = encryptForm(schema.fields, values, ctx.encryption)
  return { values, errors, changes: { form, materials, title: kind.title(values, current) || kind.name } }
}

/** Options that are no longer offered stay valid if the applicant's record already has them. */
async function knownOf(ctx: Ctx, { applicant }: Kind, current: Application, fields: readonly FormField[]) {
  const isAsked = fields.some(({ options }) => options?.some(({ retired }) => retired))
  return isAsked ? await applicant?.known?.(ctx, current) : undefined
}

function withAnswers(remarks: Remark[], answers: Record<string, string> = {}): Remark[] {
  return remarks.map(remark => {
    const answer = answers[remark.field ?? remark.slot ?? '']?.trim().slice(0, 500)
    return answer === undefined ? remark : { ...remark, answer }
  })
}

async function writeApplication(ctx: Ctx, current: Application, changes: Partial<Application>): Promise<Application> {
  const [written] = await ctx.db
    .update(application)
    .set({ ...changes, version: current.version + 1, updatedAt: ctx.now })
    .where(eq(application.id, current.id))
    .returning()
  return written!
}
