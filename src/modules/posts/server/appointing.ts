import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { addDays } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { conflictMessage, lockObjectType } from '#modules/audit/server/changes.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { type Held, isSamePerson, type RuleFault, ruleFaults } from '../rules.ts'
import {
  type Appointment,
  type Body,
  type Post,
  readBodies,
  readPosts,
  readTerms,
  type Term,
  termOn,
} from './bodies.ts'
import { appointment, term } from './tables.ts'

/** Somebody to be appointed. */
export type NewAppointment = {
  postId: number
  /** Absent: the term of the body in which `fromDay` falls. */
  termId?: number | null
  personName: string
  sex?: 'male' | 'female' | null
  /** YYYY-MM */
  bornMonth?: string | null
  organisationId?: number | null
  /** Name in words where the organisation is not on record. */
  organisationName?: string
  position?: string
  /** Login of the representative. */
  accountId?: number | null
  mobile?: string | null
  fromDay: string
  /** Absent: until the term ends. */
  toDay?: string | null
  decision?: string
  decidedOn?: string | null
  /** Why this one is appointed in spite of rules from which the charter allows exceptions; absent: as for all. */
  exceptionReason?: string
}

type Setting = { bodies: Body[]; posts: Post[]; terms: Term[] }
export const readSetting = async (ctx: Pick<Ctx, 'db'>): Promise<Setting> => ({
  bodies: await readBodies(ctx),
  posts: await readPosts(ctx),
  terms: await readTerms(ctx),
})

export type Checked = {
  row: Omit<typeof appointment.$inferInsert, 'id'>
  held: Omit<Held, 'id'>
  errors: FieldErrors
  faults: RuleFault[]
}

/**
 * Checks what somebody shall be appointed to, and returns its row: `errors` are by field and cannot be confirmed; `faults`
 * are the rules of the charter that it breaks. `corrects`: the appointment that it is itself, as it stands; `pending`: others
 * that are about to be made. One that it replaces counts as ended the day before.
 */
export async function checkAppointment(
  ctx: Pick<Ctx, 'db' | 'encryption'>,
  given: NewAppointment & { replacesId?: number | null },
  setting: Setting,
  { corrects, pending = [] }: { corrects?: number | undefined; pending?: readonly Held[] } = {},
): Promise<Checked> {
  const post = setting.posts.find(({ id }) => id === given.postId)
  if (!post) throw invalid('没有这个职务', { postId: '请从列表中选择' })
  const body = setting.bodies.find(({ id }) => id === post.bodyId)!
  const terms = setting.terms.filter(({ bodyId }) => bodyId === body.id)
  const termId = given.termId === undefined ? (termOn(terms, body.id, given.fromDay)?.id ?? null) : given.termId
  const inTerm = terms.find(({ id }) => id === termId)
  const of = given.organisationId ? await readOrganisation(ctx, given.organisationId) : null
  const mobileHash = given.mobile ? ctx.encryption.hash(given.mobile) : null
  const row: Checked['row'] = {
    bodyId: body.id,
    postId: post.id,
    termId,
    personName: given.personName,
    sex: given.sex ?? null,
    bornMonth: given.bornMonth ?? null,
    organisationId: of?.id ?? null,
    organisationName: of ? '' : (given.organisationName ?? ''),
    position: given.position ?? '',
    accountId: given.accountId ?? (await accountWithPhone(ctx, mobileHash)),
    mobileSealed: given.mobile ? ctx.encryption.encrypt(given.mobile) : null,
    mobileHash,
    fromDay: given.fromDay,
    toDay: given.toDay ?? null,
    decision: given.decision ?? '',
    decidedOn: given.decidedOn ?? null,
    replacesId: given.replacesId ?? null,
  }
  const held: Omit<Held, 'id'> = {
    bodyId: body.id,
    postId: post.id,
    termId,
    personName: row.personName,
    bornMonth: row.bornMonth ?? null,
    mobileHash,
    organisationId: row.organisationId ?? null,
    organisationName: row.organisationName ?? '',
    fromDay: row.fromDay,
    until: row.toDay ?? inTerm?.toDay ?? null,
    replacesId: row.replacesId ?? null,
  }
  const legalPostIds = setting.posts.filter(({ rules }) => rules.isLegalRepresentative).map(({ id }) => id)
  const others = [...(await readOthers(ctx, held, legalPostIds)), ...pending]
    .filter(({ id }) => id !== corrects)
    .map(other => (other.id === held.replacesId ? { ...other, until: addDays(held.fromDay, -1) } : other))
  const same = others.find(other => other.postId === post.id && overlaps(held, other) && isSamePerson(held, other))
  const errors: FieldErrors = {
    ...(post.isRetired && { postId: '这个职务已停用' }),
    ...(body.isEnded && { postId: `“${body.name}”已终止` }),
    ...(body.kind === 'assembly' && { postId: '会员大会由全体会员组成，不需要任命' }),
    ...(termId !== null && !inTerm && { termId: '不是这个机构的届次' }),
    ...(given.organisationId && !of && { organisationId: '没有这家单位' }),
    ...(row.toDay && row.toDay < row.fromDay && { toDay: '不能早于任职起' }),
    ...(inTerm?.toDay && row.fromDay > inTerm.toDay && { fromDay: `${inTerm.number}到 ${inTerm.toDay} 为止` }),
    ...(inTerm && row.fromDay < inTerm.fromDay && { fromDay: `${inTerm.number}从 ${inTerm.fromDay} 开始` }),
    ...(inTerm?.toDay && row.toDay && row.toDay > inTerm.toDay && { toDay: `${inTerm.number}到 ${inTerm.toDay} 为止` }),
    ...(same && { personName: `${row.personName}在这段时间已任${post.name}` }),
    ...(given.accountId && !(await isAccountOf(ctx, given.accountId, of?.id)) && { accountId: '不是这家单位的账号' }),
  }
  const faults = ruleFaults({
    of: held,
    post,
    body,
    terms,
    others,
    legalPostIds,
    excludedBy: id => setting.posts.find(one => one.id === id)?.rules.excludedBodyIds ?? [],
    legalPerson: of?.legalPerson ?? null,
    bodyName: id => setting.bodies.find(one => one.id === id)?.name ?? '',
  })
  return { row, held, errors, faults }
}

const overlaps = (one: Pick<Held, 'fromDay' | 'until'>, other: Pick<Held, 'fromDay' | 'until'>) =>
  one.fromDay <= (other.until ?? '9999-12-31') && other.fromDay <= (one.until ?? '9999-12-31')

async function readOrganisation({ db }: Pick<Ctx, 'db'>, id: number) {
  const { name, legalPerson } = organisation
  const [found] = await db
    .select({ id: organisation.id, name, legalPerson })
    .from(organisation)
    .where(eq(organisation.id, id))
  return found
}

/** The login with the mobile of who is appointed. */
async function accountWithPhone({ db }: Pick<Ctx, 'db'>, phoneHash: string | null): Promise<number | null> {
  if (!phoneHash) return null
  const isOpen = and(eq(account.phoneHash, phoneHash), eq(account.status, 'active'), ne(account.kind, 'staff'))
  const [found] = await db.select({ id: account.id }).from(account).where(isOpen)
  return found?.id ?? null
}

async function isAccountOf({ db }: Pick<Ctx, 'db'>, id: number, organisationId: number | undefined): Promise<boolean> {
  const [found] = await db.select({ of: account.organisationId }).from(account).where(eq(account.id, id))
  return found !== undefined && (organisationId === undefined || found.of === null || found.of === organisationId)
}

/** Appointments that rules are held against. */
function readOthers({ db }: Pick<Ctx, 'db'>, of: Omit<Held, 'id'>, legalPostIds: number[]): Promise<Held[]> {
  const { id, bodyId, postId, termId, personName, bornMonth, mobileHash, organisationId } = appointment
  const { organisationName, fromDay, replacesId } = appointment
  const until = sql<string | null>`coalesce(${appointment.toDay}, ${term.toDay})`
  return db
    .select({
      id,
      bodyId,
      postId,
      termId,
      personName,
      bornMonth,
      mobileHash,
      organisationId,
      organisationName,
      fromDay,
      replacesId,
      until,
    })
    .from(appointment)
    .leftJoin(term, eq(term.id, termId))
    .where(
      or(
        eq(personName, of.personName),
        inArray(postId, [of.postId, ...legalPostIds]),
        of.termId === null ? undefined : eq(termId, of.termId),
      ),
    )
}

/** Throws what is wrong, by field; broken rules that the charter excuses pass with a reason. */
export function refuseFaulty(
  { errors, faults }: Pick<Checked, 'errors' | 'faults'>,
  exceptionReason: string,
  prefix = '',
) {
  const isExcused = exceptionReason !== '' && faults.every(({ isExcusable }) => isExcusable)
  const wrong: FieldErrors = isExcused ? {} : broken(faults)
  Object.assign(wrong, errors)
  const asks = faults.length > 0 && faults.every(({ isExcusable }) => isExcusable) && exceptionReason === ''
  if (asks) wrong.exceptionReason = '章程允许例外；仍要任命的，请写明理由'
  return Object.fromEntries(Object.entries(wrong).map(([name, text]) => [`${prefix}${name}`, text]))
}

/** Several broken rules beside one field are told together. */
function broken(faults: readonly RuleFault[]): FieldErrors {
  const wrong: FieldErrors = {}
  for (const { field, sentence } of faults) wrong[field] = wrong[field] ? `${wrong[field]}；${sentence}` : sentence
  return wrong
}

export const nameOfAppointment = (personName: string, postName: string) => `${personName}（${postName}）`

/**
 * Appoints people in the caller's transaction, one after the other, so that each is held against those before: the screen,
 * the import and elections all come here. Throws all errors by field, where there are several people as `1.personName`.
 * `exceptionReason`: why staff appoint in spite of rules from which the charter allows exceptions.
 */
export async function appointmentsMade(
  tx: Ctx,
  given: readonly (NewAppointment & { replacesId?: number | null })[],
  exceptionReason = '',
): Promise<Appointment[]> {
  // Two who appoint at once would each count without the other.
  await lockObjectType(tx, 'appointment')
  const setting = await readSetting(tx)
  const made: Appointment[] = []
  const wrong: FieldErrors = {}
  for (const [i, one] of given.entries()) {
    const checked = await checkAppointment(tx, one, setting)
    const reason = one.exceptionReason || exceptionReason
    const errors = refuseFaulty(checked, reason, given.length > 1 ? `${i}.` : '')
    Object.assign(wrong, errors)
    if (Object.keys(errors).length > 0) continue
    const exceptions = checked.faults.map(({ sentence }) => sentence)
    const [row] = await tx.db
      .insert(appointment)
      .values({
        ...checked.row,
        exceptions,
        exceptionReason: exceptions.length > 0 ? reason : '',
        createdAt: tx.now,
        updatedAt: tx.now,
      })
      .returning()
    made.push(row!)
    await recordAct(
      tx,
      'add',
      row!,
      {},
      wordsOf(row!, setting),
      exceptions.length > 0 ? { exceptions, exceptionReason: reason } : {},
    )
  }
  if (Object.keys(wrong).length > 0) throw invalid(`有 ${Object.keys(wrong).length} 处需要更正`, wrong)
  return made
}

function wordsOf(of: Appointment, { bodies, posts, terms }: Setting): Record<string, string> {
  const nameIn = (rows: readonly { id: number; name: string }[], id: number) =>
    rows.find(one => one.id === id)?.name ?? ''
  return {
    机构: nameIn(bodies, of.bodyId),
    届次: terms.find(({ id }) => id === of.termId)?.number ?? '',
    职务: nameIn(posts, of.postId),
    任职起: of.fromDay,
    任职止: of.toDay ?? '届满',
    依据: of.decision,
  }
}

export async function recordAct(
  ctx: Ctx,
  act: string,
  of: Appointment,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  detail: Record<string, unknown> = {},
) {
  const post = (await readPosts(ctx)).find(({ id }) => id === of.postId)!
  const about = { objectType: 'appointment', objectId: of.id, objectName: nameOfAppointment(of.personName, post.name) }
  await recordChange(ctx, { action: `appointment.${act}`, ...about, detail, before, after })
}

/** The row, locked; with `version` also as its reader has seen it. */
export async function lockAppointment(
  ctx: Ctx,
  { id, version }: { id: number; version?: number | undefined },
): Promise<Appointment> {
  const [found] = await ctx.db.select().from(appointment).where(eq(appointment.id, id)).for('update')
  if (!found) throw notFound('没有这项任职')
  if (version !== undefined && found.version !== version)
    throw conflict(await conflictMessage(ctx, { objectType: 'appointment', objectId: id }))
  return found
}

export async function writeAppointment(ctx: Ctx, of: Appointment, set: Partial<Appointment>): Promise<Appointment> {
  const [after] = await ctx.db
    .update(appointment)
    .set({ ...set, version: of.version + 1, updatedAt: ctx.now })
    .where(eq(appointment.id, of.id))
    .returning()
  return after!
}

type Seen = { id: number; version?: number | undefined }
export type Ending = Seen & { toDay: string; reason: string }

/** Ends an appointment on its last day, in the caller's transaction. */
export async function endAppointment(tx: Ctx, { toDay, reason, ...seen }: Ending): Promise<Appointment> {
  const before = await lockAppointment(tx, seen)
  if (before.toDay !== null && before.endReason) throw conflict(`这项任职已于 ${before.toDay} 结束`)
  if (toDay < before.fromDay) throw invalid('不能早于任职起', { toDay: `不能早于任职起 ${before.fromDay}` })
  const [inTerm] = before.termId === null ? [] : await tx.db.select().from(term).where(eq(term.id, before.termId))
  if (inTerm?.toDay && toDay > inTerm.toDay)
    throw invalid('晚于届满', { toDay: `${inTerm.number}到 ${inTerm.toDay} 为止` })
  const after = await writeAppointment(tx, before, { toDay, endReason: reason })
  await recordAct(tx, 'end', after, { 任职止: before.toDay ?? '届满' }, { 任职止: toDay }, { reason })
  return after
}

/** Takes an ending back: the appointment lasts until its term ends again. */
export async function resumeAppointment(tx: Ctx, seen: Seen): Promise<Appointment> {
  await lockObjectType(tx, 'appointment')
  const before = await lockAppointment(tx, seen)
  if (!before.endReason) throw conflict('这项任职没有提前结束')
  const [next] = await tx.db.select().from(appointment).where(eq(appointment.replacesId, before.id))
  if (next) throw conflict(`已由${next.personName}接替，不能恢复`)
  const { mobileSealed, ...rest } = before
  const mobile = mobileSealed && tx.encryption.decrypt(mobileSealed)
  const checked = await checkAppointment(tx, { ...rest, mobile, toDay: null }, await readSetting(tx), {
    corrects: before.id,
  })
  const wrong = refuseFaulty(checked, before.exceptionReason)
  if (Object.keys(wrong).length > 0) throw conflict(`不能恢复：${Object.values(wrong).join('；')}`)
  const after = await writeAppointment(tx, before, { toDay: null, endReason: '' })
  await recordAct(tx, 'resume', after, { 任职止: before.toDay }, { 任职止: '届满' })
  return after
}

export type Replacing = Omit<NewAppointment, 'postId' | 'termId' | 'toDay'> & { reason: string }

/**
 * Appoints somebody in the place of another, who goes the day before; the organisation stays unless another is named. One
 * whose appointment has ended already is followed where nobody has yet.
 */
export async function replaceAppointment(
  tx: Ctx,
  seen: Seen,
  { reason, ...given }: Replacing,
  exceptionReason = '',
): Promise<Appointment> {
  await lockObjectType(tx, 'appointment')
  const before = await lockAppointment(tx, seen)
  const [next] = await tx.db.select().from(appointment).where(eq(appointment.replacesId, before.id))
  if (next) throw conflict(`已由${next.personName}于 ${next.fromDay} 接替`)
  if (given.fromDay <= before.fromDay)
    throw invalid('有 1 处需要更正', { fromDay: `应晚于${before.personName}的任职起 ${before.fromDay}` })
  if (before.toDay === null || before.toDay >= given.fromDay)
    await endAppointment(tx, { id: before.id, toDay: addDays(given.fromDay, -1), reason })
  const [made] = await appointmentsMade(
    tx,
    [
      {
        organisationId: before.organisationId,
        organisationName: before.organisationName,
        ...given,
        postId: before.postId,
        termId: before.termId,
        replacesId: before.id,
      },
    ],
    exceptionReason,
  )
  return made!
}
