import { and, eq, isNull, ne } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { raiseFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { member } from '#modules/membership/server/tables.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import type { Site } from '#test/support/app.ts'
import { signInAs } from '#test/support/make.ts'
import { account } from '../accounts/server/tables.ts'

type Todo = { key: string; title: string; number: string; actName: string; route: string; dueOn: string | null }
const as: Record<string, ReturnType<Site['as']>> = {}
const today = dayOf(new Date())

setUpSite({ demo: true })

beforeAll(async () => {
  for (const userName of ['qingyuan', 'taishan', 'xinren']) as[userName] = site.as(await signInAs(site, userName))
})

const todosOf = async (userName: string) => (await as[userName]!.get('/member/todo/list')).data as Todo[]
const doingOf = async (userName: string) => (await as[userName]!.get('/member/doing/list')).data
const overviewOf = async (userName: string) => (await as[userName]!.get('/member/overview')).data
const ownerOf = async (userName: string) => {
  const [found] = await site.services.db.select().from(account).where(eq(account.userName, userName))
  return found!
}

describe('what a member has to do', () => {
  test('comes by its last day, what has none at the end, each with the act that it waits for', async () => {
    const todos = await todosOf('qingyuan')
    const days = todos.map(({ dueOn }) => dueOn ?? '9999')
    expect(days).toEqual(days.toSorted())
    expect(new Set(todos.map(({ actName }) => actName)).size).toBeGreaterThan(1)
    const mine = (await doingOf('qingyuan')).filter(({ action }: { action: string }) => action !== 'wait')
    for (const { id, route, deadline, actionName } of mine)
      expect(todos).toContainEqual(
        expect.objectContaining({ key: `application-${id}`, route, dueOn: deadline, actName: actionName }),
      )
    expect((await as.qingyuan!.get('/member/info')).data.todoNum).toBe(mine.length)
  })

  test('names the renewal of a certificate that ends, until it is begun; then the renewal is what one is led to', async () => {
    const { db } = site.services
    const { organisationId } = await ownerOf('qingyuan')
    const { expiring } = await overviewOf('qingyuan')
    const running = expiring.find(({ register }: { register: string }) => register === 'qualification')
    expect(running.act).toMatchObject({ name: '查看换证进度', route: expect.stringMatching(/doing\/\d+$/) })
    const own = and(
      eq(certificate.organisationId, organisationId!),
      eq(certificate.register, 'qualification'),
      isNull(certificate.personId),
      ne(certificate.id, running.certId),
      eq(certificate.status, 'valid'),
    )
    const [other] = await db.select().from(certificate).where(own).limit(1)
    const validTo = addDays(today, 20)
    await db.update(certificate).set({ validTo }).where(eq(certificate.id, other!.id))
    const route = `/admin/user/qualification/new?type=renewal&certId=${other!.id}`
    const renewal = { key: `renewal-${other!.id}`, actName: '换证', number: other!.number, dueOn: validTo, route }
    expect(await todosOf('qingyuan')).toContainEqual(expect.objectContaining(renewal))
    const after = (await overviewOf('qingyuan')).expiring
    expect(after.find(({ certId }: { certId: number }) => certId === other!.id).act).toEqual({ name: '换证', route })
  })

  test('names the fee that is due, and is led to where it is paid', async () => {
    const { db } = site.services
    const { organisationId } = await ownerOf('qingyuan')
    const [own] = await db.select().from(member).where(eq(member.organisationId, organisationId!))
    const dueOn = addDays(today, 3)
    const owed = { memberId: own!.id, year: 2031, levelCode: own!.levelCode, amount: 3000, dueOn }
    const [feeId] = await raiseFees({ db, now: new Date() }, [owed])
    const found = (await todosOf('qingyuan')).find(({ key }) => key === `fee-${feeId}`)
    expect(found).toMatchObject({ actName: '缴费', dueOn, route: `/admin/user/membership?fee=${feeId}` })
    await writeFees({ db }, [feeId!], { state: 'cancelled' })
  })

  test('begins, for who has just registered, with saying who that is', async () => {
    expect(await todosOf('xinren')).toMatchObject([{ actName: '完善资料', route: '/admin/user/profile', dueOn: null }])
  })
})

describe('who is about to become a member', () => {
  test('sees how far its application is, and what comes next', async () => {
    const { joining, membership } = await overviewOf('taishan')
    expect(membership).toBeNull()
    expect(joining).toMatchObject({
      kindName: '入会申请',
      number: expect.stringMatching(/^RH/),
      statusName: '退回补正',
      actName: '补正',
      route: '/admin/user/membership/apply',
      deadline: expect.any(String),
      waiting: { who: 'applicant' },
    })
    expect(joining.stages.some(({ state }: { state: string }) => state === 'current')).toBe(true)
    expect((await overviewOf('qingyuan')).joining).toBeNull()
  })

  test('is called by the company’s name in its history, not by that of the login', async () => {
    const { joining } = await overviewOf('taishan')
    const { timeline } = (await as.taishan!.get('/member/application/detail', { id: joining.id })).data
    const { displayName } = await ownerOf('taishan')
    const own = timeline.filter(({ by }: { by: string }) => by === 'applicant')
    expect(own.length).toBeGreaterThan(0)
    for (const { actorName } of own) expect(actorName).toBe(displayName)
  })
})

describe('what the association has in hand', () => {
  test('says for whom or for what it waits, and how long that may take', async () => {
    const waiting = (await doingOf('qingyuan')).filter(({ action }: { action: string }) => action === 'wait')
    expect(waiting.length).toBeGreaterThan(0)
    for (const { waiting: of, since } of waiting) {
      expect(of).toMatchObject({ since, who: expect.stringMatching(/^(staff|calendar)$/) })
      expect(of.whoName).not.toBe('')
      if (of.who === 'staff') expect(of.usualDays ?? of.termDays).toBeGreaterThan(0)
    }
  })

  test('tells the usual time once there is a history, of the application to join, too', async () => {
    const { db } = site.services
    const { joining } = await overviewOf('taishan')
    const { id: accountId } = await ownerOf('xinren')
    const day = (n: number) => new Date(Date.now() - n * 86_400_000)
    for (const days of [2, 3, 4, 4, 20]) {
      const past = { kind: 'membership', accountId, title: '从前', state: 'rejected' as const }
      const [row] = await db.insert(application).values(past).returning()
      const step = { applicationId: row!.id, actorName: '', by: 'staff' as const, revision: 1 }
      await db.insert(applicationEvent).values([
        { ...step, action: 'submit', from: 'draft', to: 'submitted', at: day(100) },
        { ...step, action: 'reject', from: 'submitted', to: 'rejected', at: day(100 - days) },
      ])
    }
    const own = eq(application.id, joining.id)
    await db.update(application).set({ state: 'submitted', dueOn: null }).where(own)
    const waiting = { who: 'staff', whoName: '协会', usualDays: expect.any(Number), termDays: 5 }
    expect((await overviewOf('taishan')).joining).toMatchObject({ statusName: '待初审', waiting, actName: '查看进度' })
    const listed = (await doingOf('taishan')).find(({ id }: { id: number }) => id === joining.id)
    expect(listed).toMatchObject({ waiting, action: 'wait' })
    await db.update(application).set({ state: 'returned', dueOn: joining.deadline }).where(own)
  })

  test('is apart from what is over', async () => {
    const list = async (asked: Record<string, string | number>) =>
      (await as.qingyuan!.get('/member/application/list', asked)).data
    const all = await list({ pageSize: 100 })
    const over = await list({ pageSize: 100, over: '1' })
    expect(over.total).toBe(all.total - (await doingOf('qingyuan')).length)
    expect(over.total).toBeLessThan(all.total)
  })
})
