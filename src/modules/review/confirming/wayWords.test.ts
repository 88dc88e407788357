import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { message } from '#modules/messages/server/tables.ts'
import { allow, type Company, prepared } from '#test/setups/membership/confirming.ts'
import { reviewer, setUpJoining } from '#test/setups/membership/joining.ts'
import { site } from '#test/setups/site.ts'
import { textsTo } from '#test/support/make.ts'

setUpJoining()

/** Everything that is said about an application that has passed its first review. */
async function said({ id, api, accountId, phone }: Company) {
  const inbox = await site.services.db.select().from(message).where(eq(message.accountId, accountId))
  const { data: detail } = await api.get('/member/application/detail', { id })
  const { data: form } = await api.get('/member/application/form', { id })
  const { data: second } = await api.get('/member/getApply2', {})
  const { data: own } = await api.get('/member/membership')
  const { data: queue } = await reviewer.get('/staff/review/list', { status: 'preparing', pageSize: 100 })
  return {
    detail: [detail.statusName, detail.stages, detail.timeline.map(({ toName }: { toName: string }) => toName)],
    form: [form.statusName, form.stages],
    second: second.statusName,
    todos: (await api.get('/member/todo/list')).data,
    doing: (await api.get('/member/doing/list')).data,
    list: (await api.get('/member/application/list')).data.list,
    overview: (await api.get('/member/overview')).data.joining,
    own: [own.application, own.joining.steps],
    inbox: inbox.map(({ title, content }) => [title, content]),
    texts: await textsTo(site, phone),
    case: (await reviewer.get('/staff/review/detail', { id })).data.statusName,
    row: queue.list.find((row: { id: number }) => row.id === id).statusName,
  }
}

describe('the words of the step in which an application is confirmed', () => {
  test('speak of online confirmation alone where that is the only way', async () => {
    expect((await allow(['online'])).code).toBe(200)
    const company = await prepared()
    const words = await said(company)
    expect(JSON.stringify(words)).not.toMatch(/盖章|签章|打印/)
    expect(words).toMatchObject({
      case: '待线上确认',
      row: '待线上确认',
      todos: [{ statusName: '待线上确认', actName: '线上确认' }],
      doing: [{ statusName: '待线上确认', actionName: '线上确认' }],
    })
    expect(words.inbox.at(-1)![0]).toBe('入会申请已通过初审，请线上确认并提交材料')
    expect(words.texts[0]).toContain('由负责人线上确认并提交材料')
    const { data } = await reviewer.get('/staff/review/counts', { status: 'all' })
    expect(data.states.map(({ name }: { name: string }) => name)).toContain('待确认申请表')
  })

  test('speak of both where the applicant chooses, and of the seal where it is paper', async () => {
    await allow(['online', 'paper'])
    const free = await said(await prepared())
    expect(free).toMatchObject({ case: '待确认申请表', row: '待确认申请表' })
    await allow(['paper'])
    const bound = await said(await prepared())
    expect(bound).toMatchObject({ case: '待上传盖章材料', todos: [{ actName: '上传材料' }] })
    expect(bound.inbox.at(-1)![0]).toBe('入会申请已通过初审，请上传盖章材料')
  })
})
