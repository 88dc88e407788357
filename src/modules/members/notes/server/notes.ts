import { asc, eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { isRemovable, refuseUnlessRemovable } from '#modules/accounts/notes/server/removable.ts'
import { covers } from '#modules/accounts/roles/server/grants.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { organisation } from '../../server/tables.ts'
import type { companyNotesContract } from '../contract.ts'
import { organisationNote } from './tables.ts'

const mentioned = defineTemplate({
  group: '工作人员',
  sms: '',
  code: 'desk.companyMention',
  name: '单位备注提到我',
  title: '{写备注的人}在“{单位}”的备注里提到您',
  content: '{写备注的人}：{备注}',
  placeholders: { 写备注的人: '王敏', 单位: '示例机电有限公司', 备注: '@李强 请核对开户行' },
})

type Company = Pick<typeof organisation.$inferSelect, 'id' | 'name' | 'provinceCode'>

/** The company, as far as it is this person's to know. */
async function companyOf(ctx: Ctx, id: number): Promise<Company> {
  const [found] = await ctx.db
    .select({ id: organisation.id, name: organisation.name, provinceCode: organisation.provinceCode })
    .from(organisation)
    .where(eq(organisation.id, id))
  if (!found) throw notFound('单位不存在')
  refuseOutside(ctx, 'staff:members', found.provinceCode)
  return found
}

async function listNotes(ctx: Ctx, id: number) {
  const rows = await ctx.db
    .select({ note: organisationNote, authorName: account.displayName })
    .from(organisationNote)
    .innerJoin(account, eq(account.id, organisationNote.authorId))
    .where(eq(organisationNote.organisationId, id))
    .orderBy(asc(organisationNote.id))
    .limit(500)
  return rows.map(({ note, authorName }) => ({
    id: note.id,
    authorName,
    text: note.text,
    at: iso(note.at),
    canRemove: isRemovable(ctx, note),
  }))
}

/** Returns the colleagues who may read the company's file, and so can be mentioned. */
const readersOf = async (ctx: Ctx, { provinceCode }: Company) =>
  (await activeStaff(ctx)).filter(({ grants }) => covers(grants, 'staff:members', { province: provinceCode }))

async function notifyMentioned(ctx: Ctx, company: Company, text: string): Promise<void> {
  if (!text.includes('@')) return
  const named = (await readersOf(ctx, company)).filter(({ name }) => text.includes(`@${name}`))
  if (named.length === 0) return
  const words = { 写备注的人: await ownName(ctx), 单位: company.name, 备注: text }
  const texts = await renderTemplate(ctx, mentioned.code, words)
  const about = { route: `/staff/organisations/${company.id}`, objectType: 'organisation', objectId: company.id }
  await notifyStaff(
    ctx,
    { accountIds: named.map(({ id }) => id) },
    { ...texts, kind: 'mention', sms: undefined, ...about },
  )
}

const tell = (ctx: Ctx, action: string, { id, name }: Company, noteId: number) =>
  record(ctx, { action, objectType: 'organisation', objectId: id, objectName: name, detail: { noteId } })

export const companyNotesHandlers: Handlers<typeof companyNotesContract> = {
  'GET /staff/organisation/notes': async (ctx, { id }) => {
    const company = await companyOf(ctx, id)
    const colleagues = (await readersOf(ctx, company)).map(({ name }) => name)
    return { notes: await listNotes(ctx, id), colleagues: [...new Set(colleagues)] }
  },
  'POST /staff/organisation/note': (ctx, { id, text }) =>
    inTransaction(ctx, async inside => {
      const company = await companyOf(inside, id)
      const note = { organisationId: id, authorId: signedInActor(ctx).accountId, text, at: ctx.now }
      const [row] = await inside.db.insert(organisationNote).values(note).returning({ id: organisationNote.id })
      await tell(inside, 'organisation.note', company, row!.id)
      await notifyMentioned(inside, company, text)
      return (await listNotes(inside, id)).find(one => one.id === row!.id)!
    }),
  'POST /staff/organisation/note/remove': (ctx, { id }) =>
    inTransaction(ctx, async inside => {
      const [note] = await inside.db.select().from(organisationNote).where(eq(organisationNote.id, id)).for('update')
      if (!note) throw notFound('备注不存在，或已删除')
      const company = await companyOf(inside, note.organisationId)
      refuseUnlessRemovable(ctx, note)
      await inside.db.delete(organisationNote).where(eq(organisationNote.id, id))
      await tell(inside, 'organisation.noteRemove', company, id)
      return {}
    }),
}
