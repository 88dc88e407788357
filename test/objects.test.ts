import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { receiptTitle, receivable } from '#modules/ledger/server/tables.ts'
import { selectFees } from '#modules/membership/server/feeRows.ts'
import { application } from '#modules/review/server/tables.ts'
import { account } from '../src/modules/accounts/server/tables.ts'
import { message } from '../src/modules/messages/server/tables.ts'
import { setUpSite, site } from './setups/site.ts'
import { asStaff, putFile, signInAs, signUp, staffSession, staffWith } from './support/make.ts'

/** Private records are visible to their owner only: others get "not found" or an error that names the owner. */
type Caller = ReturnType<typeof site.as>
let [owner, stranger]: Caller[] = []
let ownerToken: string
let [writer, colleague, editor]: Awaited<ReturnType<typeof asStaff>>[] = []

setUpSite({ demo: true })

beforeAll(async () => {
  ownerToken = await signInAs(site, 'taishan')
  owner = site.as(ownerToken)
  stranger = (await signUp(site)).api
  writer = await asStaff(site, await staffWith(site, ['writer']))
  colleague = await asStaff(site, await staffWith(site, ['writer']))
  editor = await asStaff(site, 'editor')
})

const ownerId = async () =>
  (await site.services.db.select().from(account).where(eq(account.userName, 'taishan')))[0]!.id

describe('a member', () => {
  let id: number
  let version: number
  beforeAll(async () => {
    const rows = await site.services.db
      .select()
      .from(application)
      .where(eq(application.accountId, await ownerId()))
    ;({ id, version } = rows[0]!)
  })

  test.each([
    ['GET', '/member/application/detail', () => ({ id })],
    ['POST', '/member/application/withdraw', () => ({ id, version })],
    ['POST', '/member/apply1Submit', () => ({ id, version, form: { intro: '改写' }, action: 'save' })],
    ['POST', '/member/apply2Submit', () => ({ applyId: id, files: [], action: 'save' })],
    ['GET', '/member/getApply1', () => ({ id })],
    ['GET', '/member/getApply2', () => ({ id })],
    ['POST', '/member/download', () => ({ type: 'applyForm', id })],
  ] as const)('cannot reach the application of another by %s %s', async (method, path, input) => {
    const answer = method === 'GET' ? await stranger!.get(path, input()) : await stranger!.post(path, input())
    expect([403, 404, 409], answer.msg).toContain(answer.code)
    expect(JSON.stringify(answer.data ?? {})).not.toContain('泰山')
  })

  test('reads, files and pays only what is the own', async () => {
    const { db } = site.services
    const accountId = await ownerId()
    const [told] = await db
      .insert(message)
      .values({ accountId, kind: 'membership', title: '只给泰山', content: '内容' })
      .returning()
    await stranger!.post('/member/message/read', { ids: [told!.id] })
    expect((await db.select().from(message).where(eq(message.id, told!.id)).orderBy(message.id))[0]!.readAt).toBeNull()
    expect((await owner!.post('/member/message/read', { ids: [told!.id] })).code).toBe(200)

    const fileId = await putFile(site, ownerToken, '凭证.png')
    expect((await stranger!.get(`/file/${fileId}`)).code).toBe(404)
    expect((await stranger!.post('/file/remove', { id: fileId })).code).toBe(404)
    expect((await owner!.post('/file/remove', { id: fileId })).code).toBe(200)

    const [fee] = await selectFees({ db }).where(eq(receivable.state, 'due'))
    expect((await stranger!.post('/member/fee/pay', { id: fee!.id, receipt: {} })).code).toBe(404)
    const title = { accountId, title: '泰山药剂', email: 'fee@example.com', usedAt: new Date() }
    const [kept] = await db.insert(receiptTitle).values(title).returning()
    await stranger!.post('/member/invoiceTitle/remove', { id: kept!.id })
    expect(await db.select().from(receiptTitle).where(eq(receiptTitle.id, kept!.id))).toHaveLength(1)
  })

  test('ends only own sign-ins', async () => {
    const [{ id: theirs }] = (await owner!.get('/member/session/list')).data
    await stranger!.post('/member/session/end', { id: theirs })
    expect((await owner!.get('/member/account')).code).toBe(200)
  })
})

describe('a writer', () => {
  const begin = async (by: typeof writer) =>
    (await by!.post('/staff/article/create', { catalogId: 21, title: '试写' })).data.id

  test.each([
    ['/staff/article/save', { version: 0, values: { title: '改写', catalogId: 21 } }],
    ['/staff/article/aside', { values: { title: '改写', catalogId: 21 } }],
    ['/staff/article/handIn', { version: 0 }],
    ['/staff/article/recall', {}],
    ['/staff/article/delete', {}],
  ])('cannot do %s to the draft of another, an editor can see it', async (path, input) => {
    const id = await begin(writer)
    const refused = await colleague!.post(path, { id, ...input })
    expect([403, 404, 409], refused.msg).toContain(refused.code)
    const { data } = await editor!.get('/staff/article/detail', { id })
    expect(JSON.stringify(data)).toContain('试写')
    expect(JSON.stringify(data)).not.toContain('改写')
  })

  test('cannot publish even what is the own', async () => {
    expect((await writer!.post('/staff/article/publish', { id: await begin(writer) })).code).toBe(403)
  })
})

describe('a reviewer', () => {
  test('keeps views and notes that no colleague removes', async () => {
    const [reviewer, other] = [
      await asStaff(site, 'reviewer'),
      await asStaff(site, await staffWith(site, ['reviewer'])),
    ]
    const { data: view } = await reviewer.post('/staff/view/save', {
      register: 'application',
      name: '入会',
      query: 'kind=membership',
    })
    await other.post('/staff/view/remove', { id: view.id })
    const viewsOf = async (of: typeof reviewer) =>
      (await of.get('/staff/view/list', { register: 'application' })).data.views
    expect(await viewsOf(reviewer)).toContainEqual(view)
    expect(await viewsOf(other)).toEqual([])

    const [of] = await site.services.db.select().from(application)
    const { data: note } = await reviewer.post('/staff/review/note', { id: of!.id, text: '已电话核实' })
    expect([403, 404, 409]).toContain((await other.post('/staff/review/note/remove', { id: note.id })).code)
    expect((await reviewer.post('/staff/review/note/remove', { id: note.id })).code).toBe(200)
  })

  test('does not act where the application waits for another desk', async () => {
    const reviewer = await asStaff(site, 'reviewer')
    const [of] = await site.services.db.select().from(application)
    for (const path of ['/staff/decision/record', '/staff/fee/confirm'])
      expect((await reviewer.post(path, { id: of!.id, version: of!.version, action: 'pass' })).code).toBe(403)
  })
})

test('nobody of the staff ends the sign-in of a colleague by the own list', async () => {
  const name = await staffWith(site, ['reviewer'])
  const reviewer = await asStaff(site, name)
  const [{ id }] = (await reviewer.get('/staff/session/list')).data
  const { cookie } = await staffSession(site, 'admin')
  await site.as({ cookie }).post('/staff/session/end', { id })
  expect((await reviewer.get('/staff/me')).code).toBe(200)
})
