import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { organisation } from '../server/tables.ts'
import { organisationNote } from './server/tables.ts'

setUpSite({ demo: true })

test('colleagues write about a company, who is named is told, and a slip is taken back by who wrote it', async () => {
  const { db } = site.services
  const reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
  const named = await staffWith(site, ['secretary'])
  const [colleague] = await db.select().from(account).where(eq(account.userName, named))
  const [company, other] = await db.select().from(organisation).limit(2)
  const { id } = company!
  const notesOf = async (of: number) => (await reviewer.get('/staff/organisation/notes', { id: of })).data
  expect((await notesOf(id)).colleagues).toContain(colleague!.displayName)

  const text = `开户行已变更，@${colleague!.displayName} 请核对`
  const { data } = await reviewer.post('/staff/organisation/note', { id, text })
  expect(data).toMatchObject({ text, canRemove: true, authorName: expect.any(String), at: expect.any(String) })
  expect((await notesOf(id)).notes).toEqual([data])
  expect((await notesOf(other!.id)).notes).toEqual([])
  const told = await db.select().from(message).where(eq(message.accountId, colleague!.id))
  expect(told).toMatchObject([{ kind: 'mention', route: `/staff/organisations/${id}` }])

  const secretary = await asStaff(site, named)
  expect((await secretary.post('/staff/organisation/note/remove', { id: data.id })).code).toBe(403)
  const before = new Date(Date.now() - 11 * 60_000)
  await db.update(organisationNote).set({ at: before }).where(eq(organisationNote.id, data.id))
  expect((await reviewer.post('/staff/organisation/note/remove', { id: data.id })).code).toBe(409)
  await db.update(organisationNote).set({ at: new Date() }).where(eq(organisationNote.id, data.id))
  expect((await reviewer.post('/staff/organisation/note/remove', { id: data.id })).code).toBe(200)
  expect((await notesOf(id)).notes).toEqual([])
  const lines = await db.select().from(auditEvent).where(eq(auditEvent.objectId, id))
  expect(lines.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['organisation.note', 'organisation.noteRemove']),
  )
  const writer = await asStaff(site, await staffWith(site, ['writer']))
  expect((await writer.get('/staff/organisation/notes', { id })).code).toBe(403)
})
