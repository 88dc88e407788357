import { beforeEach, expect, test } from 'vitest'
import { type Actor, anonymous } from '#lib/server/api/context.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { record } from './server/record.ts'
import { auditEvent } from './server/tables.ts'

setUpSite()
let known = 0
beforeEach(async () => {
  known = Math.max(0, ...(await site.services.db.select().from(auditEvent)).map(({ id }) => id))
})

const staff: Actor = { kind: 'staff', accountId: 7, userName: 'reviewer', tokenHash: '-', permissions: [] }
const from = (actor: Actor, address: string) => ({ db: site.services.db, now: new Date(), actor, address })
/** The lines of this test. */
const lines = async () =>
  (await site.services.db.select().from(auditEvent).orderBy(auditEvent.id)).filter(({ id }) => id > known)

test('a line says who did what to which record, from where', async () => {
  const detail = { changed: ['phone', 'address'], from: 'submitted' }
  await record(from(staff, '10.0.0.1'), { action: 'review.pass', objectType: 'application', objectId: 3, detail })
  expect(await lines()).toMatchObject([
    {
      actorId: 7,
      actorName: 'reviewer',
      address: '10.0.0.1',
      action: 'review.pass',
      objectType: 'application',
      objectId: 3,
      detail,
    },
  ])
})

test('who is not signed in is a visitor, and the clock is the program itself', async () => {
  await record(from(anonymous, '10.0.0.1'), { action: 'account.signInFailed' })
  await record(from(anonymous, ''), { action: 'review.expire' })
  expect((await lines()).map(({ actorId, actorName }) => [actorId, actorName])).toEqual([
    [null, '访客'],
    [null, '系统'],
  ])
})

test.each(['password', 'newPwd', 'token', 'phone', 'contactMobile', 'idNumber', 'bankAccount', 'phoneHash', 'code'])(
  'a detail called %s is refused, however deep it stands, and nothing is written',
  async key => {
    const detail = { before: [{ [key]: 'x' }] }
    await expect(record(from(staff, ''), { action: 'account.change', detail })).rejects.toThrow(key)
    expect(await lines()).toEqual([])
  },
)

test('a line and what it tells of are written together or not at all', async () => {
  const work = site.services.db.transaction(async db => {
    await record({ ...from(staff, ''), db }, { action: 'review.pass' })
    throw new Error('undone')
  })
  await expect(work).rejects.toThrow('undone')
  expect(await lines()).toEqual([])
})
