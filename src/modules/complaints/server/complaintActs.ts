import { eq, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { isWithin, mayUse } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { addWorkingDays } from '#lib/workingDays.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { nextNumber } from '#modules/certificates/server/numbers.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { readChanges } from '#modules/members/server/changes.ts'
import { recordEdit } from '#modules/members/server/organisationRegister.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import { complaintStateNames, MAX_FILES } from '../complaintWords.ts'
import type { staffComplaintsContract } from '../staffContract.ts'
import { complaintForm, complaintValues, exactNumber, fieldsOf, findComplaint, readHandlers } from './complaintFile.ts'
import { type Complaint, readKinds } from './complaints.ts'
import { complaint, complaintNote } from './tables.ts'

type Endpoints = typeof staffComplaintsContract
type Save = Parsed<Endpoints['POST /staff/complaint/save']>

defineSubject('complaint', complaint)
const assigned = defineTemplate({
  group: '工作人员',
  code: 'desk.complaintAssigned',
  name: '投诉与请求交我办理',
  title: '{种类} {编号} 交您办理',
  content: '{种类} {编号}（{事由}）交您办理，期限 {期限}。',
  sms: '',
  placeholders: { 种类: '投诉举报', 编号: 'TS2026-0012', 事由: '超范围承接业务', 期限: '2026-06-30' },
})

const named = ({ id, number }: Complaint) => ({ objectType: 'complaint', objectId: id, objectName: number })

async function kindOf(ctx: Ctx, id: number) {
  const kind = (await readKinds(ctx)).find(one => one.id === id)
  if (!kind) throw invalid('没有这个种类', { kindId: '请选择种类' })
  return kind
}

/** The row, locked, as its reader has seen it. */
async function lockSeen(ctx: Ctx, { id, version }: { id: number; version?: number | undefined }): Promise<Complaint> {
  const [of] = await ctx.db.select().from(complaint).where(eq(complaint.id, id)).for('update')
  if (!of) return findComplaint(ctx, id)
  if (of.version !== version) throw conflict(await conflictMessage(ctx, { objectType: 'complaint', objectId: id }))
  return of
}

function refuseUnless(of: Complaint, state: Complaint['state']): void {
  if (of.state !== state) throw conflict(`这件事项${complaintStateNames[of.state]}，不能这样办理`)
}

async function write(ctx: Ctx, { id }: Complaint, set: Partial<Complaint>): Promise<Complaint> {
  const [after] = await ctx.db
    .update(complaint)
    .set({ ...set, version: sql`${complaint.version} + 1`, updatedAt: ctx.now })
    .where(eq(complaint.id, id))
    .returning()
  return after!
}

const addNote = (ctx: Ctx, complaintId: number, content: string, fileIds: number[] = []) =>
  ctx.db
    .insert(complaintNote)
    .values({ complaintId, content, fileIds, by: actingAccount(ctx)!, at: ctx.now })
    .returning({ id: complaintNote.id })

/** Refuses an organisation or a person who is not there, or whom the caller may not see. */
async function refuseUnknown(ctx: Ctx, { organisationId, personId }: Save): Promise<void> {
  const isThere = async (table: typeof organisation | typeof person, id: number | null | undefined) => {
    if (id === null || id === undefined) return true
    const [found] = await ctx.db.select({ provinceCode: table.provinceCode }).from(table).where(eq(table.id, id))
    return found !== undefined && mayUse(ctx, 'staff:members') && isWithin(ctx, 'staff:members', found.provinceCode)
  }
  const wrong = {
    ...(!(await isThere(organisation, organisationId)) && { organisationId: '请从列表中选择' }),
    ...(!(await isThere(person, personId)) && { personId: '请从列表中选择' }),
  }
  if (Object.keys(wrong).length > 0) throw invalid('所选的单位或人员不存在', wrong)
}

const futureDay = (ctx: Ctx, values: { receivedOn?: unknown }): FieldErrors =>
  String(values.receivedOn ?? '') > dayOf(ctx.now) ? { receivedOn: '收到日期不能晚于今天' } : {}

/** The deadline follows from the day of receipt, by the kind's working days. */
const dueOf = async (ctx: Ctx, receivedOn: string, days: number) =>
  addWorkingDays(await readWorkingCalendar(ctx), receivedOn, days)

async function add(ctx: Ctx, { kindId, form, organisationId = null, personId = null, fileIds = [] }: Save) {
  const kind = await kindOf(ctx, kindId)
  if (!kind.isOpen) throw invalid('这个种类已停用', { kindId: '已停用，请另选一个' })
  const { values, errors } = readForm(fieldsOf(kind), form, { whole: true, today: dayOf(ctx.now) })
  const wrong = { ...futureDay(ctx, values), ...errors }
  if (Object.keys(wrong).length > 0) throw invalid(`有 ${Object.keys(wrong).length} 处需要更正`, wrong)
  await attachFiles(ctx, fileIds)
  const year = dayOf(ctx.now).slice(0, 4)
  const serial = await nextNumber(ctx, `complaint ${kind.prefix}${year}`)
  const row = complaintForm(ctx).rowOf({ ...values, ...(await exactNumber(ctx, values)) })
  const [made] = await ctx.db
    .insert(complaint)
    .values({
      ...row,
      number: `${kind.prefix}${year}-${String(serial).padStart(4, '0')}`,
      kindId,
      dueOn: await dueOf(ctx, row.receivedOn!, kind.days),
      channel: row.channel!,
      receivedOn: row.receivedOn!,
      organisationId,
      personId,
      fileIds,
      createdBy: actingAccount(ctx)!,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning()
  await recordEdit(ctx, { action: 'complaint.add', ...named(made!) }, fieldsOf(kind), {}, values)
  return made!
}

async function edit(ctx: Ctx, id: number, given: Save): Promise<Complaint> {
  const before = await lockSeen(ctx, { id, version: given.version })
  refuseUnless(before, 'open')
  if (before.kindId !== given.kindId) throw conflict('种类不能修改；登记错了的，请办结后另行登记')
  const kind = await kindOf(ctx, before.kindId)
  const fields = fieldsOf(kind, before.topic)
  const values = complaintValues(ctx, before)
  const changes = readChanges(ctx, fields, values, given.form)
  const wrong = futureDay(ctx, changes)
  if (Object.keys(wrong).length > 0) throw invalid('有 1 处需要更正', wrong)
  const added = (given.fileIds ?? []).filter(file => !before.fileIds.includes(file))
  await attachFiles(ctx, added)
  if (before.fileIds.length + added.length > MAX_FILES)
    throw invalid(`最多 ${MAX_FILES} 个文件`, { fileIds: `最多 ${MAX_FILES} 个文件` })
  // A deadline that was extended stays.
  const isUsual = before.dueOn === (await dueOf(ctx, before.receivedOn, kind.days))
  const moved = changes.receivedOn && isUsual ? { dueOn: await dueOf(ctx, String(changes.receivedOn), kind.days) } : {}
  const after = await write(ctx, before, {
    ...complaintForm(ctx).columnsOf({ ...changes, ...(await exactNumber(ctx, changes)) }),
    ...moved,
    ...(given.organisationId !== undefined && { organisationId: given.organisationId }),
    ...(given.personId !== undefined && { personId: given.personId }),
    fileIds: [...before.fileIds, ...added],
  })
  await recordEdit(ctx, { action: 'complaint.edit', ...named(after) }, fields, values, changes)
  return after
}

const movedOf = ({ id, version }: Complaint) => ({ id, version })

export const complaintActsHandlers = {
  'POST /staff/complaint/save': (ctx, given) =>
    inTransaction(ctx, async tx => {
      await refuseUnknown(tx, given)
      return movedOf(given.id === undefined ? await add(tx, given) : await edit(tx, given.id, given))
    }),
  'POST /staff/complaint/assign': (ctx, { handlerId, ...seen }) =>
    inTransaction(ctx, async tx => {
      const before = await lockSeen(tx, seen)
      refuseUnless(before, 'open')
      const known = await readHandlers(tx)
      const nameOf = (id: number | null) => known.find(one => one.id === id)?.name ?? ''
      if (handlerId !== null && !nameOf(handlerId))
        throw invalid('这位同事不办理投诉与请求', { handlerId: '请从列表中选择' })
      const after = await write(tx, before, { handlerId })
      await recordChange(tx, {
        action: 'complaint.assign',
        ...named(after),
        before: { 经办人: nameOf(before.handlerId) },
        after: { 经办人: nameOf(handlerId) },
      })
      if (handlerId !== null && handlerId !== actingAccount(tx)) {
        const { name } = await kindOf(tx, after.kindId)
        const texts = await renderTemplate(tx, assigned.code, {
          种类: name,
          编号: after.number,
          事由: after.topic || '未分类',
          期限: after.dueOn,
        })
        const link = { route: `/staff/complaints/${after.id}`, objectType: 'complaint', objectId: after.id }
        await notify(tx, { ...texts, ...link, kind: 'assigned', sms: undefined, accountId: handlerId })
      }
      return movedOf(after)
    }),
  'POST /staff/complaint/extend': (ctx, { dueOn, reason, ...seen }) =>
    inTransaction(ctx, async tx => {
      const before = await lockSeen(tx, seen)
      refuseUnless(before, 'open')
      if (dueOn <= before.dueOn) throw invalid('应晚于现在的期限', { dueOn: `应晚于现在的期限 ${before.dueOn}` })
      if (dueOn < dayOf(tx.now)) throw invalid('不能早于今天', { dueOn: '不能早于今天' })
      const after = await write(tx, before, { dueOn })
      await addNote(tx, after.id, `期限由 ${before.dueOn} 延长到 ${dueOn}：${reason}`)
      await recordChange(tx, {
        action: 'complaint.extend',
        ...named(after),
        detail: { reason },
        before: { 办理期限: before.dueOn },
        after: { 办理期限: dueOn },
      })
      return movedOf(after)
    }),
  'POST /staff/complaint/note': (ctx, { id, content, fileIds }) =>
    inTransaction(ctx, async tx => {
      const [of] = await tx.db.select().from(complaint).where(eq(complaint.id, id)).for('update')
      refuseUnless(of ?? (await findComplaint(tx, id)), 'open')
      await attachFiles(tx, fileIds)
      const [made] = await addNote(tx, id, content, fileIds)
      return { id: made!.id }
    }),
  'POST /staff/complaint/close': (ctx, { outcome, decision, kept, answeredOn, ...seen }) =>
    inTransaction(ctx, async tx => {
      const before = await lockSeen(tx, seen)
      refuseUnless(before, 'open')
      const { outcomes, isAboutData } = await kindOf(tx, before.kindId)
      const wrong = {
        ...(!outcomes.includes(outcome) && { outcome: '请从列表中选择' }),
        ...(isAboutData && !kept && { kept: '请写明保留了哪些信息和为什么；全部删除的写“无”' }),
        ...(answeredOn && answeredOn > dayOf(tx.now) && { answeredOn: '不能晚于今天' }),
      }
      if (Object.keys(wrong).length > 0) throw invalid(`有 ${Object.keys(wrong).length} 处需要更正`, wrong)
      const closing = { state: 'closed' as const, closedBy: actingAccount(tx), closedAt: tx.now }
      const said = { outcome, decision, kept, answeredOn: answeredOn ?? null }
      const after = await write(tx, before, { ...said, ...closing })
      await recordChange(tx, {
        action: 'complaint.close',
        ...named(after),
        before: { 状态: complaintStateNames.open },
        after: { 状态: complaintStateNames.closed, 办理结果: outcome },
      })
      return movedOf(after)
    }),
  'POST /staff/complaint/reopen': (ctx, { reason, ...seen }) =>
    inTransaction(ctx, async tx => {
      const before = await lockSeen(tx, seen)
      refuseUnless(before, 'closed')
      await addNote(
        tx,
        before.id,
        [
          `重新办理：${reason}`,
          `原办理结果：${before.outcome}`,
          before.decision,
          before.kept && `原保留：${before.kept}`,
        ]
          .filter(Boolean)
          .join('\n'),
      )
      const none = { outcome: '', decision: '', kept: '', answeredOn: null, closedBy: null, closedAt: null }
      const after = await write(tx, before, { ...none, state: 'open' })
      await recordChange(tx, {
        action: 'complaint.reopen',
        ...named(after),
        detail: { reason },
        before: { 状态: complaintStateNames.closed, 办理结果: before.outcome },
        after: { 状态: complaintStateNames.open, 办理结果: '' },
      })
      return movedOf(after)
    }),
} satisfies Partial<Handlers<Endpoints>>
