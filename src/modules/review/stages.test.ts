import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anonymous } from '#lib/server/api/context.ts'
import { startApp } from '#test/support/app.ts'
import { asStaff, signInAs } from '#test/support/make.ts'
import { defineKind, fixedSchema } from './server/applicationKinds.ts'
import { advanceApplication, lockApplication } from './server/steps.ts'
import { defineStage } from './stages.ts'

declare module './stages.ts' {
  interface StageRegister {
    hearing: { state: 'summoned' | 'hearing'; action: 'convene' }
  }
}

const path = ['review', 'hearing'] as const

/** 听证: all that a new stage needs. */
const hearing = () =>
  defineStage({
    code: 'hearing',
    name: '听证',
    entry: 'summoned',
    permission: 'staff:finance',
    actions: { convene: { name: '开始听证' } },
    states: {
      summoned: {
        name: '待听证',
        waitsFor: 'staff',
        days: 7,
        on: { convene: 'hearing', pass: 'next', reject: 'rejected', withdraw: 'withdrawn' },
        told: '将进行听证',
        texted: true,
      },
      hearing: { name: '听证中', waitsFor: 'staff', days: 1, on: { pass: 'next', reject: 'rejected' } },
    },
  })
hearing()

defineKind({
  kind: 'heard',
  name: '听证事项',
  prefix: 'TZ',
  publishes: false,
  messages: 'membership',
  schema: fixedSchema({ path, fields: [{ name: 'matter', label: '事项', section: '', kind: 'text', required: true }] }),
  title: ({ matter }) => String(matter ?? ''),
  applicant: { begin: async () => ({}), again: true },
})

let site: Awaited<ReturnType<typeof startApp>>
let by: ReturnType<typeof site.as>
let reviewer: ReturnType<typeof site.as>
let cashier: ReturnType<typeof site.as>
beforeAll(async () => {
  site = await startApp({ demo: true })
  by = site.as(await signInAs(site, 'qingyuan'))
  reviewer = await asStaff(site, 'reviewer')
  cashier = await asStaff(site, 'cashier')
})
afterAll(async () => {
  await site.close()
  // Files share the program: the others know no hearing.
  vi.resetModules()
})

const handIn = async (matter: string) =>
  (await by.post('/member/application/submit', { kind: 'heard', form: { matter } })).data.id
const decide = async (desk: typeof reviewer, call: string, id: number, action: string, opinion = '') => {
  const { version } = (await reviewer.get('/staff/review/detail', { id })).data
  return desk.post(call, { id, version, action, opinion })
}
const review = (id: number) => decide(reviewer, '/staff/review/decide', id, 'pass')

describe('a new stage needs its definition alone', () => {
  let id: number

  test('what has passed the stage before begins there, under the names that the stage gives', async () => {
    id = await handIn('甲事项')
    expect((await review(id)).data).toMatchObject({ status: 'summoned', statusName: '待听证' })
    expect((await by.get('/member/application/detail', { id })).data).toMatchObject({
      status: 'summoned',
      statusName: '待听证',
      canWithdraw: true,
      waiting: { who: 'staff' },
      stages: [
        { name: '提交与初审', state: 'done' },
        { name: '听证', state: 'current' },
        { name: '办结', state: 'todo' },
      ],
    })
  })

  test('its applicant is told of it in its words', async () => {
    const { data } = await by.get('/member/message/list', { pageNum: 1, pageSize: 10 })
    expect(data.list.map(({ title }: { title: string }) => title)).toContain('听证事项将进行听证')
  })

  test('it lies on the desk of its permission, where it is found, due and decided, and on no other', async () => {
    const asked = { status: 'summoned', pageNum: 1, pageSize: 10 }
    const { list } = (await cashier.get('/staff/review/list', asked)).data
    expect(list).toMatchObject([{ id, statusName: '待听证', deadline: expect.any(String) }])
    const mine = { status: 'mine', kind: 'heard', pageNum: 1, pageSize: 10 }
    expect((await cashier.get('/staff/review/list', mine)).data.total).toBe(1)
    expect((await reviewer.get('/staff/review/list', mine)).data.total).toBe(0)
    expect(await review(id)).toMatchObject({ code: 403, msg: '该申请待听证，不由您的岗位处理' })
    expect((await cashier.get('/staff/review/detail', { id })).data.canDo).toEqual(['pass', 'reject'])
  })

  test('what may be done there alone leads on, and is told by its name', async () => {
    const { services, app } = site
    const calendar = { ...services, now: new Date(), actor: anonymous, address: '', log: app.log, headers: {} }
    await services.db.transaction(async db => {
      const ctx = { ...calendar, db }
      await advanceApplication(ctx, await lockApplication(ctx, id), {
        action: 'convene',
        by: 'calendar',
        actorName: '系统',
      })
    })
    const { data } = await by.get('/member/application/detail', { id })
    expect(data).toMatchObject({ statusName: '听证中', canWithdraw: false })
    expect(data.timeline.at(-1)).toMatchObject({ action: 'convene', actionName: '开始听证', toName: '听证中' })
  })

  test('left by its last step it is over', async () => {
    const { data } = await decide(cashier, '/staff/fee/confirm', id, 'pass')
    expect(data).toMatchObject({ status: 'approved' })
  })

  test('who does not want it any more takes it back', async () => {
    const other = await handIn('乙事项')
    const { version } = (await review(other)).data
    const { data } = await by.post('/member/application/withdraw', { id: other, version })
    expect(data).toMatchObject({ status: 'withdrawn' })
  })

  test('the same one twice is refused', () => {
    expect(hearing).toThrow('two stages are called hearing')
  })
})
