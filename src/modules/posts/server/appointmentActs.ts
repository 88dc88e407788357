import { and, eq, ne } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { lockObjectType } from '#modules/audit/server/changes.ts'
import { readChanges } from '#modules/members/server/changes.ts'
import { recordEdit } from '#modules/members/server/organisationRegister.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import { correctionFields, readMonth, replacementFields } from '../postForms.ts'
import type { staffPostsContract } from '../staffContract.ts'
import {
  appointmentsMade,
  checkAppointment,
  endAppointment,
  lockAppointment,
  type NewAppointment,
  nameOfAppointment,
  readSetting,
  recordAct,
  refuseFaulty,
  replaceAppointment,
  resumeAppointment,
  writeAppointment,
} from './appointing.ts'
import { correctionValues, readChoices } from './appointmentFile.ts'
import type { Appointment } from './bodies.ts'
import { cancelEndedLetters, withdrawLetter } from './letters.ts'
import { postLevels } from './levels.ts'
import { appointment } from './tables.ts'

type Endpoints = typeof staffPostsContract
type Save = Parsed<Endpoints['POST /staff/appointment/save']>

const movedOf = ({ id, version }: Appointment) => ({ id, version })
const textIn = (values: FormValues, name: string) => (values[name] ? String(values[name]) : null)

/** The month of birth as it is kept, or its error. */
function monthIn(values: FormValues): { bornMonth: string | null; errors: FieldErrors } {
  const typed = textIn(values, 'bornMonth')
  const bornMonth = typed === null ? null : (readMonth(typed) ?? null)
  return { bornMonth, errors: typed && bornMonth === null ? { bornMonth: '应为年月，例如 1968-05' } : {} }
}

/** Reads a form about somebody who is appointed; throws all its errors at once. */
async function readAppointee(ctx: Ctx, fields: readonly FormField[], form: Record<string, unknown>) {
  const today = dayOf(ctx.now)
  const { values, errors } = readForm(fields, form, { whole: true, today, words: await readPublicWordRule(ctx) })
  const { bornMonth, errors: wrongMonth } = monthIn(values)
  const wrong = { ...wrongMonth, ...errors }
  if (Object.keys(wrong).length > 0) throw invalid(`有 ${Object.keys(wrong).length} 处需要更正`, wrong)
  return { values, person: personIn(values, bornMonth) }
}

const personIn = (values: FormValues, bornMonth: string | null): Omit<NewAppointment, 'postId'> => ({
  personName: String(values.personName),
  sex: textIn(values, 'sex') as NewAppointment['sex'],
  bornMonth,
  mobile: textIn(values, 'mobile'),
  position: textIn(values, 'position') ?? '',
  fromDay: String(values.fromDay),
  decision: textIn(values, 'decision') ?? '',
  decidedOn: textIn(values, 'decidedOn'),
})

async function add(ctx: Ctx, { form, organisationId = null, changesLevel }: Save): Promise<Appointment> {
  const { fields } = await readChoices(ctx)
  const { values, person } = await readAppointee(ctx, fields, form)
  const termId = textIn(values, 'termId')
  const [made] = await appointmentsMade(
    ctx,
    [
      {
        ...person,
        postId: Number(values.postId),
        ...(termId && { termId: Number(termId) }),
        organisationId,
        organisationName: textIn(values, 'organisationName') ?? '',
        toDay: textIn(values, 'toDay'),
      },
    ],
    textIn(values, 'exceptionReason') ?? '',
  )
  if (changesLevel) await applyLevel(ctx, made!)
  return made!
}

/** The level of the organisation follows from the post, where staff have confirmed it. */
async function applyLevel(ctx: Ctx, { postId, organisationId, decision }: Appointment): Promise<void> {
  const post = (await readSetting(ctx)).posts.find(({ id }) => id === postId)!
  if (post.levelCode === null || organisationId === null)
    throw conflict('这个职务没有对应的会员级别，或没有选择单位；请取消“同时变更会员级别”')
  await postLevels().apply(ctx, organisationId, post.levelCode, `任${post.name}：${decision}`)
}

/** Corrects an appointment; it is held against the rules again, as it is after that. */
async function correct(ctx: Ctx, id: number, { version, form, organisationId }: Save): Promise<Appointment> {
  await lockObjectType(ctx, 'appointment')
  const before = await lockAppointment(ctx, { id, version: version ?? 0 })
  const former = correctionValues(ctx, before)
  const changes = readChanges(ctx, correctionFields, former, form, { words: await readPublicWordRule(ctx, former) })
  const after = { ...former, ...changes }
  const { bornMonth, errors } = monthIn(after)
  if (Object.keys(errors).length > 0) throw invalid('有 1 处需要更正', errors)
  const given = {
    ...personIn(after, bornMonth),
    postId: before.postId,
    termId: before.termId,
    accountId: 'mobile' in changes ? null : before.accountId,
    organisationId: organisationId === undefined ? before.organisationId : organisationId,
    organisationName: textIn(after, 'organisationName') ?? '',
    toDay: textIn(after, 'toDay'),
    replacesId: before.replacesId,
  }
  const checked = await checkAppointment(ctx, given, await readSetting(ctx), { corrects: id })
  const exceptionReason = textIn(after, 'exceptionReason') ?? ''
  const wrong = refuseFaulty(checked, exceptionReason)
  if (Object.keys(wrong).length > 0) throw invalid(`有 ${Object.keys(wrong).length} 处需要更正`, wrong)
  const exceptions = checked.faults.map(({ sentence }) => sentence)
  const row = { ...checked.row, exceptions, exceptionReason: exceptions.length > 0 ? exceptionReason : '' }
  const written = await writeAppointment(ctx, before, row as Partial<Appointment>)
  const post = (await readSetting(ctx)).posts.find(({ id }) => id === before.postId)!
  const objectName = nameOfAppointment(written.personName, post.name)
  const about = { action: 'appointment.edit', objectType: 'appointment', objectId: id, objectName }
  await recordEdit(ctx, about, correctionFields, former, changes)
  return written
}

/** Deletes an appointment that should not have been made. */
export async function removeAppointment(
  ctx: Ctx,
  { id, version, reason }: { id: number; version: number; reason: string },
) {
  await lockObjectType(ctx, 'appointment')
  const before = await lockAppointment(ctx, { id, version })
  const [next] = await ctx.db
    .select()
    .from(appointment)
    .where(and(eq(appointment.replacesId, id), ne(appointment.id, id)))
  if (before.replacesId !== null || next)
    throw conflict('有前任或后任的任职不能删除；日期有误的请修改，离任的请结束任职')
  await withdrawLetter(ctx, before, `任职登记有误：${reason}`)
  await recordAct(
    ctx,
    'remove',
    before,
    { 任职起: before.fromDay, 任职止: before.toDay ?? '届满', 依据: before.decision },
    {},
    { reason },
  )
  await ctx.db.delete(appointment).where(eq(appointment.id, id))
}

export const appointmentActsHandlers = {
  'POST /staff/appointment/save': (ctx, given) =>
    inTransaction(ctx, async tx =>
      movedOf(given.id === undefined ? await add(tx, given) : await correct(tx, given.id, given)),
    ),
  'POST /staff/appointment/replace': (ctx, { id, version, form }) =>
    inTransaction(ctx, async tx => {
      const { values, person } = await readAppointee(tx, replacementFields, form)
      const given = { ...person, reason: String(values.reason) }
      const made = await replaceAppointment(tx, { id, version }, given, textIn(values, 'exceptionReason') ?? '')
      await cancelEndedLetters(tx, [id])
      return movedOf(made)
    }),
  'POST /staff/appointment/end': (ctx, given) =>
    inTransaction(ctx, async tx => {
      const ended = await endAppointment(tx, given)
      await cancelEndedLetters(tx, [ended.id])
      return movedOf(ended)
    }),
  'POST /staff/appointment/resume': (ctx, seen) =>
    inTransaction(ctx, async tx => movedOf(await resumeAppointment(tx, seen))),
  'POST /staff/appointment/remove': async (ctx, given) => {
    await inTransaction(ctx, tx => removeAppointment(tx, given))
    return {}
  },
  'POST /staff/appointment/bulk': (ctx, { ids, toDay, reason }) =>
    bulkApply(ctx, ids, async id => {
      await inTransaction(ctx, async tx => {
        await endAppointment(tx, { id, toDay, reason })
        await cancelEndedLetters(tx, [id])
      })
      return `到 ${toDay} 为止`
    }),
  'POST /staff/appointment/resumeMany': (ctx, { ids }) =>
    bulkApply(ctx, ids, async id => {
      await inTransaction(ctx, tx => resumeAppointment(tx, { id }))
      return '已恢复'
    }),
} satisfies Partial<Handlers<Endpoints>>
