import { and, asc, desc, eq, ne, type SQL } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import { type FormValues, type Option, withoutEmpty } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { statusNames } from '#modules/certificates/status.ts'
import { splitMasked } from '#modules/members/server/organisationFile.ts'
import { appointmentFields, correctionFields, replacementFields } from '../postForms.ts'
import { isSamePerson } from '../rules.ts'
import type { staffPostsContract } from '../staffContract.ts'
import { nameOfAppointment } from './appointing.ts'
import { type Entry, readEntries, toRow } from './appointments.ts'
import { type Appointment, readBodies, readPosts, readTerms } from './bodies.ts'
import { consequencesOf, sentencesOf } from './consequences.ts'
import { postLevels } from './levels.ts'
import { appointment } from './tables.ts'

/** The form of an appointment: posts and terms by body, those in use only. */
export async function readChoices(ctx: Pick<Ctx, 'db'>) {
  const [bodies, posts, terms] = [await readBodies(ctx), await readPosts(ctx), await readTerms(ctx)]
  const levels = await postLevels().options(ctx)
  const nameOf = (id: number) => bodies.find(one => one.id === id)?.name ?? ''
  const open = bodies.filter(({ kind, isEnded }) => kind !== 'assembly' && !isEnded)
  const inOrder = bodies.flatMap(({ id }) => posts.filter(({ bodyId }) => bodyId === id))
  const offered = inOrder.filter(({ bodyId, isRetired }) => !isRetired && open.some(({ id }) => id === bodyId))
  const postOptions = offered.map((of): Option => ({ code: String(of.id), name: `${nameOf(of.bodyId)}　${of.name}` }))
  const newest = terms.toReversed()
  const termOptions = newest.map((of): Option => ({ code: String(of.id), name: `${nameOf(of.bodyId)}　${of.number}` }))
  return {
    fields: [...appointmentFields(postOptions, termOptions)],
    bodies: bodies.map(({ id, name }) => ({ id, name })),
    posts: inOrder.map(of => ({
      id: of.id,
      name: of.name,
      bodyId: of.bodyId,
      bodyName: nameOf(of.bodyId),
      isOpen: offered.includes(of),
      sentences: sentencesOf(of, bodies),
      follows: consequencesOf(of, bodies, levels),
    })),
    terms: newest.map(of => ({ id: of.id, name: of.number, bodyId: of.bodyId })),
  }
}

/** What a correction may change, as it is. */
export const correctionValues = (ctx: Pick<Ctx, 'encryption'>, of: Appointment): FormValues =>
  withoutEmpty({
    personName: of.personName,
    sex: of.sex,
    bornMonth: of.bornMonth,
    mobile: of.mobileSealed && ctx.encryption.decrypt(of.mobileSealed),
    position: of.position,
    organisationName: of.organisationName,
    fromDay: of.fromDay,
    toDay: of.toDay,
    decision: of.decision,
    decidedOn: of.decidedOn,
    exceptionReason: of.exceptionReason,
  })

/** Those before and after in the same seat, the earliest first. */
async function readSeat({ db }: Pick<Ctx, 'db'>, of: Appointment): Promise<number[]> {
  const within = await db
    .select({ id: appointment.id, replacesId: appointment.replacesId })
    .from(appointment)
    .where(eq(appointment.postId, of.postId))
  const chain = [of.id]
  for (let first = of.replacesId; first !== null; ) {
    chain.unshift(first)
    first = within.find(({ id }) => id === first)?.replacesId ?? null
  }
  for (let next = within.find(one => one.replacesId === of.id); next; ) {
    chain.push(next.id)
    const { id } = next
    next = within.find(one => one.replacesId === id)
  }
  return chain
}

async function readOthersOf(ctx: Pick<Ctx, 'db' | 'now'>, of: Appointment): Promise<Entry[]> {
  const namesakes = await ctx.db
    .select()
    .from(appointment)
    .where(and(ne(appointment.id, of.id), eq(appointment.personName, of.personName)))
    .orderBy(desc(appointment.fromDay), desc(appointment.id))
  const ids = namesakes.filter(other => isSamePerson(other, of)).map(({ id }) => id)
  const entries = await readEntries(ctx, ids)
  return ids.flatMap(id => entries.find(entry => entry.of.id === id) ?? [])
}

type Act = 'issue' | 'withdraw' | 'replace' | 'end' | 'resume' | 'remove'

function actsOn({ of, state, post, letter }: Entry, isReplaced: boolean): Act[] {
  return [
    ...(post.hasLetter && state !== 'ended' ? (['issue'] as const) : []),
    ...(letter?.status === 'valid' ? (['withdraw'] as const) : []),
    ...(isReplaced ? [] : (['replace'] as const)),
    ...(of.endReason || state === 'ended' ? [] : (['end'] as const)),
    ...(of.endReason && !isReplaced ? (['resume'] as const) : []),
    ...(of.replacesId === null && !isReplaced ? (['remove'] as const) : []),
  ]
}

export const appointmentFileHandlers = {
  'GET /staff/appointment/choices': readChoices,
  'GET /staff/appointment/level': async (ctx, { postId, organisationId }) => {
    const levelCode = (await readPosts(ctx)).find(({ id }) => id === postId)?.levelCode ?? null
    return { change: levelCode === null ? null : await postLevels().change(ctx, organisationId, levelCode) }
  },
  'GET /staff/appointment/detail': async (ctx, { id }) => {
    const [entry] = await readEntries(ctx, [id])
    if (!entry) throw notFound('没有这项任职')
    const { of, post } = entry
    const [bodies, levels] = [await readBodies(ctx), await postLevels().options(ctx)]
    const seat = await readSeat(ctx, of)
    const seated = await readEntries(ctx, seat)
    const [login] =
      of.accountId === null
        ? []
        : await ctx.db.select({ name: account.displayName }).from(account).where(eq(account.id, of.accountId))
    const values = correctionValues(ctx, of)
    const { form, masked } = splitMasked(correctionFields, values)
    const shown = correctionFields.filter(({ name }) => !['organisationName', 'exceptionReason'].includes(name))
    return {
      ...toRow(entry),
      version: of.version,
      bodyId: of.bodyId,
      postId: of.postId,
      fields: [...correctionFields],
      form,
      masked,
      facts: shown.flatMap(field => {
        const text = masked[field.name] ?? fieldText(field, values[field.name])
        return text ? [{ label: field.label, text }] : []
      }),
      accountName: login?.name ?? '',
      endReason: of.endReason,
      exceptions: of.exceptions,
      exceptionReason: of.exceptionReason,
      letter: entry.letter && {
        number: entry.letter.number,
        statusName: statusNames[entry.letter.status],
        isValid: entry.letter.status === 'valid',
      },
      sentences: sentencesOf(post, bodies),
      follows: consequencesOf(post, bodies, levels),
      replacementFields: [...replacementFields],
      canDo: actsOn(entry, seat.at(-1) !== of.id),
      seat: seat.flatMap(one => seated.filter(entry => entry.of.id === one).map(toRow)),
      others: (await readOthersOf(ctx, of)).map(toRow),
    }
  },
  'POST /staff/appointment/reveal': async (ctx, { id }) => {
    const [entry] = await readEntries(ctx, [id])
    if (!entry) throw notFound('没有这项任职')
    const { of, post } = entry
    const objectName = nameOfAppointment(of.personName, post.name)
    await record(ctx, { action: 'appointment.reveal', objectType: 'appointment', objectId: id, objectName })
    return { mobile: of.mobileSealed && ctx.encryption.decrypt(of.mobileSealed) }
  },
} satisfies Partial<Handlers<typeof staffPostsContract>>

/** Appointments of an organisation, the newest first. */
export const appointmentsOf = (ctx: Pick<Ctx, 'db' | 'now'>, organisationId: number): Promise<Entry[]> =>
  newestFirst(ctx, eq(appointment.organisationId, organisationId))

/** Appointments of whoever signs in with this login, the newest first. */
export const appointmentsHeldBy = (ctx: Pick<Ctx, 'db' | 'now'>, accountId: number): Promise<Entry[]> =>
  newestFirst(ctx, eq(appointment.accountId, accountId))

async function newestFirst(ctx: Pick<Ctx, 'db' | 'now'>, where: SQL): Promise<Entry[]> {
  const rows = await ctx.db
    .select({ id: appointment.id })
    .from(appointment)
    .where(where)
    .orderBy(desc(appointment.fromDay), asc(appointment.id))
  const entries = await readEntries(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id }) => entries.find(({ of }) => of.id === id) ?? [])
}
