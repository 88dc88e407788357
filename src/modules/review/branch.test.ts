import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FormField } from '#lib/form/form.ts'
import { signedInActor } from '#lib/server/api/context.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, putFile, signInAs } from '#test/support/make.ts'
import { account } from '../accounts/server/tables.ts'
import { defineKind, fixedSchema } from './server/applicationKinds.ts'

const fields: FormField[] = [
  { name: 'branch', label: '分支机构', section: '加入', kind: 'text', required: true },
  { name: 'delegate', label: '代表', section: '加入', kind: 'personName', required: true },
  { name: 'mobile', label: '代表手机', section: '加入', kind: 'mobile', required: true },
  { name: 'intro', label: '单位介绍', section: '加入', kind: 'richText', max: 2000 },
]

const joined: string[] = []
/** Why nobody may write just now. */
let hindrance: string | null = null

/** 分支机构加入申请: all that a new kind of application needs. */
defineKind({
  kind: 'branchMembership',
  name: '分支机构加入申请',
  prefix: 'FZ',
  publishes: false,
  messages: 'membership',
  schema: fixedSchema({
    path: ['review'],
    fields,
    slots: [{ code: 'letter', name: '加入申请函', required: true, max: 1 }],
  }),
  title: ({ branch }) => String(branch ?? ''),
  applicant: {
    begin: async ctx => {
      const [own] = await ctx.db
        .select()
        .from(account)
        .where(eq(account.id, signedInActor(ctx).accountId))
      return { organisationId: own!.organisationId }
    },
    hindrance: async () => hindrance,
    known: async () => ({ branch: '水处理分会', elsewhere: '不在表内' }),
  },
  entered: {
    approved: async (_, { values }) => {
      joined.push(String(values.branch))
      return { say: '已加入。' }
    },
  },
})

/** 分支机构年度报告: about one of several, which the call names. */
defineKind({
  kind: 'branchReport',
  name: '分支机构年度报告',
  prefix: 'FB',
  publishes: false,
  messages: 'membership',
  schema: fixedSchema({ path: ['review'], fields: [fields[0]!], slots: [] }),
  title: ({ branch }) => String(branch ?? ''),
  applicant: { begin: async (_, subjectId) => ({ subjectId }) },
})

setUpSite({ demo: true })

let token: string
let by: ReturnType<typeof site.as>
let stranger: ReturnType<typeof site.as>
let reviewer: ReturnType<typeof site.as>
beforeAll(async () => {
  token = await signInAs(site, 'qingyuan')
  by = site.as(token)
  stranger = site.as(await signInAs(site, 'taishan'))
  reviewer = await asStaff(site, 'reviewer')
})

const KIND = { kind: 'branchMembership' }
const read = async (which: Record<string, string | number> = KIND) =>
  (await by.get('/member/application/form', which)).data
const send = (action: 'save' | 'check' | 'submit', more: object) => by.post(`/member/application/${action}`, more)
const decide = async (id: number, action: string, more: object = {}) => {
  const { data } = await reviewer.get('/staff/review/detail', { id })
  return reviewer.post('/staff/review/decide', { id, version: data.version, action, ...more })
}

describe('a new kind of application needs its fields and its definition alone', () => {
  let id: number
  let letter: number

  test('it begins with what is known of it', async () => {
    expect(await read()).toMatchObject({
      id: null,
      version: null,
      kindName: '分支机构加入申请',
      status: 'draft',
      step: 'form',
      editable: true,
      openFields: ['branch', 'delegate', 'mobile', 'intro'],
      materials: [{ code: 'letter', name: '加入申请函', required: true, files: [], editable: true }],
      stages: [{ name: '提交与初审', state: 'current' }, { name: '办结' }],
    })
    expect((await read()).form).toEqual({ branch: '水处理分会' })
  })

  test('what is saved is kept, complete or not, and read again by its id and by its kind', async () => {
    const form = { branch: '水处理分会', mobile: '139', intro: '<p>甲</p><script>alert(1)</script>' }
    const { data } = await send('save', { ...KIND, form })
    id = data.id
    expect(data).toMatchObject({ status: 'draft', number: null })
    expect(await read({ id })).toMatchObject({ id, form: { mobile: '139', intro: '<p>甲</p>' } })
    expect(await read()).toMatchObject({ id, version: data.version })
  })

  test('with an older version nothing is written over', async () => {
    const { version, form } = await read()
    await send('save', { id, version, form })
    expect(await send('save', { id, version, form: {} })).toMatchObject({ code: 409 })
    expect((await read()).form).toEqual(form)
  })

  test('while something stands in the way it says what, and nothing is written', async () => {
    hindrance = '加入申请自 3 月 1 日起受理'
    const { version, form } = await read()
    expect(await read()).toMatchObject({ editable: false, openFields: [], hindrance })
    expect(await send('save', { id, version, form })).toMatchObject({ code: 409, msg: hindrance })
    hindrance = null
    expect(await read()).toMatchObject({ editable: true, hindrance: null })
  })

  test('checked before it is handed in, every fault is told, and nothing is written', async () => {
    const before = await read()
    const { version } = before
    const { code, data } = await send('check', { id, version, form: { ...before.form, mobile: '139' }, files: [] })
    expect(code).toBe(400)
    expect(Object.keys(data.fields).toSorted()).toEqual(['delegate', 'letter', 'mobile'])
    const whole = { delegate: '王芳', mobile: '13900000001', branch: '水处理分会' }
    const files = [{ code: 'letter', fileId: await putFile(site, token, '函.png') }]
    expect(await send('check', { id, version, form: whole, files })).toMatchObject({ code: 200, data: {} })
    expect((await send('check', { id, version: version - 1, form: whole, files })).code).toBe(409)
    expect(await read()).toEqual(before)
  })

  test('one that was never begun is checked, too, and is not begun by it', async () => {
    const { code, data } = await stranger.post('/member/application/check', { ...KIND, form: { mobile: '139' } })
    expect(code).toBe(400)
    expect(Object.keys(data.fields)).toContain('mobile')
    expect((await stranger.get('/member/application/form', KIND)).data.id).toBeNull()
    const report = { kind: 'branchReport', subjectId: 7, form: { branch: '水处理分会' } }
    expect((await stranger.post('/member/application/check', report)).code).toBe(200)
  })

  test('handed in with faults it is refused, each by its name', async () => {
    const { code, data } = await send('submit', { id, form: (await read()).form })
    expect(code).toBe(400)
    expect(Object.keys(data.fields).toSorted()).toEqual(['delegate', 'letter', 'mobile'])
    expect((await read()).status).toBe('draft')
  })

  test('handed in it has a number, and cannot be written in; twice the same is once', async () => {
    letter = await putFile(site, token, '申请函.pdf')
    const { version } = await read()
    const form = { branch: '水处理分会', delegate: '李晓明', mobile: '13900001234' }
    const sent = { id, version, form, files: [{ code: 'letter', fileId: letter }] }
    const { data } = await send('submit', sent)
    expect(data).toMatchObject({ id, status: 'submitted', number: expect.stringMatching(/^FZ\d{4}-\d{6}$/) })
    expect((await send('submit', sent)).data).toEqual(data)
    // The same scan uploaded anew is the same.
    const again = [{ code: 'letter', fileId: await putFile(site, token, '申请函.pdf') }]
    expect((await send('submit', { ...sent, files: again })).data).toEqual(data)
    const red = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const other = [{ code: 'letter', fileId: await putFile(site, token, '另一份申请函.png', red) }]
    const changed = { ...sent, form: { ...form, delegate: '王大明' }, files: other }
    const refused = await send('submit', changed)
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining('与已提交的不同：代表、加入申请函') })
    expect(Object.keys(refused.data.fields)).toEqual(['delegate', 'letter'])
    expect((await read()).form).toEqual(form)
    expect(await read()).toMatchObject({ editable: false, openFields: [], materials: [{ editable: false }] })
  })

  test('sent back by one field it opens there alone, at the general address, and the answer goes with it', async () => {
    await decide(id, 'return', { remarks: [{ field: 'delegate', text: '请写明会员代表' }] })
    const { data: doing } = await by.get('/member/doing/list')
    expect(doing).toContainEqual(expect.objectContaining({ id, action: 'mend', route: `/admin/user/apply/${id}` }))
    const of = await read()
    expect(of).toMatchObject({ status: 'returned', openFields: ['delegate'], materials: [{ editable: false }] })
    const form = { ...of.form, branch: '锅炉分会', delegate: '王大明' }
    const { data: kept } = await send('save', { id, version: of.version, form: of.form, answers: { delegate: '在改' } })
    expect(kept).toMatchObject({ id, status: 'returned', number: of.number })
    expect((await read()).auditReason).toMatchObject([{ field: 'delegate', answer: '在改' }])
    expect(of.number).toMatch(/^FZ\d{4}-\d{6}$/)
    const { version } = kept
    const mended = { id, version, form, answers: { delegate: '已更正' } }
    expect(await send('check', mended)).toMatchObject({ code: 200, data: {} })
    const { data } = await send('submit', mended)
    expect(data.status).toBe('submitted')
    // Ignore fields that were not open when they are sent again.
    expect((await send('submit', { id, version, form })).data).toEqual(data)
    expect((await read()).form).toMatchObject({ branch: '水处理分会', delegate: '王大明' })
    const { rounds } = (await by.get('/member/application/detail', { id })).data
    expect(rounds.at(-1).changes).toMatchObject([
      { field: 'delegate', before: '李晓明', after: '王大明', answer: '已更正' },
    ])
  })

  test('approved it does what it is for, and is what there is to see', async () => {
    await decide(id, 'pass')
    expect(joined).toEqual(['水处理分会'])
    expect(await read()).toMatchObject({ id, status: 'approved', editable: false })
  })

  test('withdrawn it makes room for the next', async () => {
    const { data } = await stranger.post('/member/application/save', KIND)
    const mine = (await stranger.get('/member/application/form', KIND)).data
    expect(mine).toMatchObject({ id: data.id, form: { branch: '水处理分会' } })
    const done = await stranger.post('/member/application/withdraw', { id: mine.id, version: mine.version })
    expect(done.data.status).toBe('withdrawn')
    expect((await stranger.get('/member/application/form', KIND)).data.id).toBeNull()
    const next = await stranger.post('/member/application/save', KIND)
    expect(next.data.id).not.toBe(mine.id)
  })

  test('of a kind that is about one of several, each has its own', async () => {
    const of = (subjectId: number) => ({ kind: 'branchReport', subjectId })
    const [one, two] = [
      (await send('save', { ...of(1), form: { branch: '华东' } })).data,
      (await send('save', { ...of(2), form: { branch: '华南' } })).data,
    ]
    expect(await read(of(1))).toMatchObject({ id: one.id, kind: 'branchReport', form: { branch: '华东' } })
    expect(await read(of(2))).toMatchObject({ id: two.id, form: { branch: '华南' } })
    expect(await read({ ...KIND, subjectId: 2 })).toMatchObject({ id, kind: 'branchMembership' })
    const handed = await send('submit', { ...of(2), version: two.version, form: { branch: '华南' } })
    expect(handed.data).toMatchObject({ id: two.id, status: 'submitted' })
    expect((await read(of(1))).status).toBe('draft')
  })

  test('of somebody else it does not exist', async () => {
    expect((await stranger.get('/member/application/form', { id })).code).toBe(404)
    expect((await stranger.post('/member/application/save', { id, form: {} })).code).toBe(404)
  })
})

describe('what is not open to the general calls', () => {
  test.each(['profile', 'personTakeover', 'enrolment', 'nothing'])('%s is told so', async kind => {
    expect((await by.get('/member/application/form', { kind })).code).toBe(400)
    expect((await by.post('/member/application/save', { kind })).code).toBe(400)
  })

  test('without a word of which application nothing is guessed', async () => {
    expect((await by.post('/member/application/submit', {})).code).toBe(400)
  })
})
