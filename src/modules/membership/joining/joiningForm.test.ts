import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { memberLevel } from '#modules/membership/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { type Applicant, applicant, handIn, setUpJoining } from '#test/setups/membership/joining.ts'
import { site } from '#test/setups/site.ts'
import { signUp } from '#test/support/make.ts'

setUpJoining()

describe('the form of a company that wants to join', () => {
  let by: Applicant
  let applyId: number

  test('only after it has said who it is', async () => {
    const { token } = await signUp(site, { accountType: 'organisation' })
    expect(await site.as(token).get('/member/getApply1')).toMatchObject({ code: 409 })
  })

  test('with a form that begins with what is known already', async () => {
    by = await applicant()
    const { data } = await by.get('/member/getApply1')
    expect(data).toMatchObject({ applyId: null, status: 'draft', editable: true })
    expect(data.form).toHaveProperty('name')
    expect(data.fields.find(({ name }: { name: string }) => name === 'levelCode').options.length).toBeGreaterThan(2)
  })

  test('a draft keeps what is not complete, on the server', async () => {
    const saved = await by.post('/member/apply1Submit', {
      form: { levelCode: '10', applyReason: '先写一半' },
      action: 'save',
    })
    expect(saved).toMatchObject({ code: 200, data: { status: 'draft' } })
    applyId = saved.data.applyId
    const { data } = await by.get('/member/getApply1')
    expect(data.form).toMatchObject({ levelCode: '10', applyReason: '先写一半' })
    expect(data.number).toBeNull()
  })

  test('what another window has changed since is not written over', async () => {
    const { data } = await by.get('/member/getApply1')
    const stale = { id: applyId, version: data.version - 1, form: { applyReason: '旧' }, action: 'save' }
    expect(await by.post('/member/apply1Submit', stale)).toMatchObject({ code: 409 })
  })

  test('a form that is not complete is refused field by field, and nothing is lost', async () => {
    const refused = await by.post('/member/apply1Submit', {
      id: applyId,
      form: { applyReason: '先写一半', representativeMobile: '123' },
      action: 'submit',
    })
    expect(refused.code).toBe(400)
    expect(Object.keys(refused.data.fields)).toEqual(expect.arrayContaining(['levelCode', 'agreeCharter']))
    expect((await by.get('/member/getApply1')).data.form.applyReason).toBe('先写一半')
  })

  test('handed in twice at once it is one application', async () => {
    const answers = await Promise.all([handIn(by), handIn(by), handIn(by)])
    expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(0)
    const ids = new Set(answers.filter(({ code }) => code === 200).map(({ data }) => data.applyId))
    expect([...ids]).toEqual([applyId])
    const rows = await site.services.db.select().from(application).where(eq(application.accountId, by.accountId))
    expect(rows.filter(({ kind }) => kind === 'membership')).toHaveLength(1)
    expect(rows[0]).toMatchObject({ state: 'submitted', revision: 1 })
    expect(rows[0]!.number).toMatch(/^RH\d{4}-\d{6}$/)
  })
})

describe('a level that is closed while applications for it are open', () => {
  const optionsOf = (data: {
    fields: { name: string; options?: { code: string; name: string; retired?: boolean }[] }[]
  }) => data.fields.find(({ name }) => name === 'levelCode')!.options!
  const close = (isOpen: boolean) =>
    site.services.db.update(memberLevel).set({ isOpen }).where(eq(memberLevel.code, 10))
  afterEach(() => close(true))

  test('keeps its name with who applied for it, and is corrected without another choice', async () => {
    const by = await applicant()
    const { data: handed } = await handIn(by)
    await close(false)
    const { data } = await by.get('/member/getApply1')
    expect(optionsOf(data).find(({ code }) => code === '10')).toMatchObject({
      name: expect.stringContaining('会费'),
      retired: true,
    })
    await site.services.db.update(application).set({ state: 'returned' }).where(eq(application.id, handed.applyId))
    expect(await handIn(by)).toMatchObject({ code: 200 })
  })

  test('is refused beside its field to who had only a draft', async () => {
    const by = await applicant()
    await by.post('/member/apply1Submit', { form: { levelCode: '10' }, action: 'save' })
    await close(false)
    const refused = await handIn(by)
    expect(refused).toMatchObject({
      code: 400,
      data: { fields: { levelCode: expect.stringContaining('请选择其他级别') } },
    })
  })
})
