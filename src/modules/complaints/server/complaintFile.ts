import { asc, eq } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { type FormValues, withoutEmpty } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { encryptedIn } from '#lib/server/forms/formExceptions.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { splitMasked } from '#modules/members/server/organisationFile.ts'
import { person } from '#modules/members/server/tables.ts'
import { personsData } from '#modules/privacy/server/overview.ts'
import { complaintFields } from '../complaintForm.ts'
import { complaintStateNames } from '../complaintWords.ts'
import type { staffComplaintsContract } from '../staffContract.ts'
import { type Complaint, readEntries, readKinds, readRelated, toRow } from './complaints.ts'
import { complaint, complaintNote } from './tables.ts'

type Kind = Awaited<ReturnType<typeof readKinds>>[number]

/** A topic that the kind does not offer any more stays with what has it. */
export const fieldsOf = ({ topics, isAboutData }: Kind, topic = '') =>
  complaintFields(topic && !topics.includes(topic) ? [...topics, topic] : topics, isAboutData)

export const complaintForm = ({ encryption }: Pick<Ctx, 'encryption'>) =>
  bindForm(complaintFields([], false), complaint, { mobile: encryptedIn(encryption, 'mobile') })

export const complaintValues = (ctx: Pick<Ctx, 'encryption'>, of: Complaint): FormValues =>
  withoutEmpty(complaintForm(ctx).valuesOf(of))

export async function findComplaint({ db }: Pick<Ctx, 'db'>, id: number): Promise<Complaint> {
  const [found] = await db.select().from(complaint).where(eq(complaint.id, id))
  if (!found) throw notFound('没有这件事项')
  return found
}

async function certificateOf({ db, now }: Pick<Ctx, 'db' | 'now'>, number: string) {
  if (!number) return null
  const [found] = await db
    .select()
    .from(certificate)
    .where(eq(certificate.numberKey, numberKey(number)))
    .limit(1)
  return found ? { id: found.id, number: found.number, statusName: statusToday(found, dayOf(now)).statusName } : null
}

/** The number as the register has it, however it was typed: others about the same certificate are found by it. */
export async function exactNumber(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { certificateNumber }: FormValues,
): Promise<FormValues> {
  const found = await certificateOf(ctx, String(certificateNumber ?? ''))
  return found ? { certificateNumber: found.number } : {}
}

async function namesOf({ db }: Pick<Ctx, 'db'>): Promise<(id: number | null) => string> {
  const rows = await db
    .select({ id: account.id, name: account.displayName })
    .from(account)
    .where(eq(account.kind, 'staff'))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return id => (id === null ? '' : (names.get(id) ?? ''))
}

/** Colleagues who may handle complaints. */
export const readHandlers = async (ctx: Ctx) =>
  (await activeStaff(ctx)).flatMap(({ id, name, grants }) => (grants.has('staff:complaints') ? [{ id, name }] : []))

export const complaintFileHandlers = {
  'GET /staff/complaint/choices': async ctx => ({
    kinds: (await readKinds(ctx)).map(kind => ({
      id: kind.id,
      name: kind.name,
      days: kind.days,
      isAboutData: kind.isAboutData,
      isOpen: kind.isOpen,
      outcomes: kind.outcomes,
      fields: [...fieldsOf(kind)],
    })),
    handlers: await readHandlers(ctx),
  }),
  'GET /staff/complaint/detail': async (ctx, { id }) => {
    const [entry] = await readEntries(ctx, [id])
    if (!entry) throw notFound('没有这件事项')
    const { of, kind } = entry
    const notes = await ctx.db
      .select()
      .from(complaintNote)
      .where(eq(complaintNote.complaintId, id))
      .orderBy(asc(complaintNote.id))
    const files = await fileInfos(ctx, [...of.fileIds, ...notes.flatMap(({ fileIds }) => fileIds)])
    const filesIn = (ids: readonly number[]) => ids.flatMap(one => files.get(one) ?? [])
    const nameOf = await namesOf(ctx)
    const fields = fieldsOf(kind, of.topic)
    const values = complaintValues(ctx, of)
    const { form, masked } = splitMasked(fields, values)
    return {
      ...toRow(entry),
      version: of.version,
      kindId: of.kindId,
      isAboutData: kind.isAboutData,
      outcomes: kind.outcomes,
      fields: [...fields],
      form,
      masked,
      facts: fields.flatMap(field => {
        const text = masked[field.name] ?? fieldText(field, values[field.name])
        return text ? [{ label: field.label, text }] : []
      }),
      organisation: of.organisationId === null ? null : { id: of.organisationId, name: entry.subjectName },
      person:
        of.personId === null ? null : { id: of.personId, name: of.organisationId === null ? entry.subjectName : '' },
      certificate: await certificateOf(ctx, of.certificateNumber),
      files: filesIn(of.fileIds),
      handlerId: of.handlerId,
      decision: of.decision,
      kept: of.kept,
      answeredOn: of.answeredOn,
      closedTime: of.closedAt && iso(of.closedAt),
      closedName: nameOf(of.closedBy),
      createdTime: iso(of.createdAt),
      createdName: nameOf(of.createdBy),
      notes: notes.map(({ id, content, by, at, fileIds }) => ({
        id,
        content,
        byName: nameOf(by),
        at: iso(at),
        files: filesIn(fileIds),
      })),
      others: (await readRelated(ctx, of)).map(({ state, ...one }) => ({
        ...one,
        stateName: complaintStateNames[state],
      })),
    }
  },
  'POST /staff/complaint/data': async (ctx, { id }) => {
    const of = await findComplaint(ctx, id)
    if (of.state !== 'open') throw conflict('这件请求已办结；需要时先重新办理')
    const isAboutData = (await readKinds(ctx)).find(({ id }) => id === of.kindId)?.isAboutData
    if (!isAboutData || of.personId === null) throw conflict('请先选定个人信息请求的本人，再下载')
    await record(ctx, { action: 'complaint.data', objectType: 'complaint', objectId: id, objectName: of.number })
    const [who] = await ctx.db.select().from(person).where(eq(person.id, of.personId))
    refuseOutside(ctx, 'staff:members', who!.provinceCode)
    return personsData(ctx, of.personId, `个人信息-${of.number}`)
  },
  'POST /staff/complaint/reveal': async (ctx, { id }) => {
    const { number, mobileSealed } = await findComplaint(ctx, id)
    await record(ctx, { action: 'complaint.reveal', objectType: 'complaint', objectId: id, objectName: number })
    return { mobile: mobileSealed && ctx.encryption.decrypt(mobileSealed) }
  },
} satisfies Partial<Handlers<typeof staffComplaintsContract>>
