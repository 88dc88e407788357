import { describe, expect, test } from 'vitest'
import { contract } from '#api/contract.ts'
import type { Endpoint } from '#lib/contract.ts'
import { clerkOf, setUpClerks } from '#test/setups/clerks.ts'
import { site } from '#test/setups/site.ts'
import { decideEnrolment, enrol, openCourse, payEnrolment, showEnrolment, somePeople } from '#test/support/enrolling.ts'
import { asStaff, signUpComplete } from '#test/support/make.ts'

setUpClerks()

describe('two clerks at once', () => {
  test('one enrols and the other pays; a third who only reads sees both, and changes nothing', async () => {
    const company = await signUpComplete(site)
    const trainer = await clerkOf(company, ['people'], '周培')
    const cashier = await clerkOf(company, ['finance'], '钱会')
    const reader = await clerkOf(company, ['reading'], '只看')
    const courseId = await openCourse(site)
    const people = somePeople(70_100, 2)
    expect((await enrol(site, cashier.token, courseId, people)).code).toBe(403)
    const enrolled = await enrol(site, trainer.token, courseId, people)
    expect(enrolled).toMatchObject({ code: 200, data: { statusName: '待初审' } })
    const { id } = enrolled.data
    expect((await showEnrolment(site, reader.token, id)).reg).toMatchObject({ id, statusName: '待初审' })
    expect((await enrol(site, reader.token, courseId, people)).msg).toContain('“人员与培训”')
    await decideEnrolment(site, await asStaff(site, 'reviewer'), id)
    expect((await payEnrolment(site, trainer.token, id)).msg).toContain('“缴费与发票”')
    const [paid, more] = await Promise.all([
      payEnrolment(site, cashier.token, id),
      enrol(site, trainer.token, await openCourse(site), somePeople(70_110, 1)),
    ])
    expect([paid.code, more.code]).toEqual([200, 200])
    expect((await showEnrolment(site, reader.token, id)).reg.status).toBe('paid')
  })

  test('each is told of what their duties allow, and of the rest that a colleague is to do it', async () => {
    const company = await signUpComplete(site)
    const trainer = await clerkOf(company, ['people'])
    const applicant = await clerkOf(company, ['applications'])
    const saved = await company.api.post('/member/application/save', { kind: 'membership', form: {} })
    const key = `application-${saved.data.id}`
    const seen = async ({ api }: Pick<typeof trainer, 'api'>) => {
      const todos: { key: string }[] = (await api.get('/member/todo/list')).data
      const { todoNum, clerk } = (await api.get('/member/info')).data
      return { isTold: todos.some(todo => todo.key === key), todoNum, duties: clerk?.duties }
    }
    expect(await seen(company)).toEqual({ isTold: true, todoNum: 1, duties: undefined })
    expect(await seen(applicant)).toEqual({ isTold: true, todoNum: 1, duties: ['applications'] })
    expect(await seen(trainer)).toEqual({ isTold: false, todoNum: 0, duties: ['people'] })
    expect((await trainer.api.get('/member/doing/list')).data).toMatchObject([{ id: saved.data.id, action: 'fill' }])
  })

  test('who only reads is refused by every call that writes, and by no other', async () => {
    const company = await signUpComplete(site)
    const reader = await clerkOf(company, ['reading'])
    const writing = (Object.entries(contract) as [string, Endpoint][]).filter(
      ([key, { who, self }]) => key.startsWith('POST ') && (who === 'member' || who === 'signedIn') && !self,
    )
    const harmless = ['/member/download', '/qualification/download', '/training/v2/download', '/award/download']
    expect(writing.length).toBeGreaterThan(40)
    for (const [key] of writing) {
      const path = key.replace('POST ', '')
      const { code } = await reader.api.post(path, {})
      if ([...harmless, '/member/message/read'].includes(path)) expect(code, key).not.toBe(403)
      else expect(code, key).toBe(403)
    }
    for (const path of ['/member/overview', '/person/list', '/qualification/list', '/member/doing/list'])
      expect((await reader.api.get(path)).code, path).toBe(200)
    expect((await reader.api.get('/person/export')).code).toBe(403)
    expect((await reader.api.get('/member/clerk/log')).code).toBe(403)
  })
})
