import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, signUp, staffWith } from '#test/support/make.ts'
import { consent, session } from '../server/tables.ts'
import { documentVersion } from './server/tables.ts'

setUpSite()

type Editor = Awaited<ReturnType<typeof asStaff>>
let editor: Editor
beforeAll(async () => {
  editor = await asStaff(site, await staffWith(site, ['editor']))
})

const today = () => dayOf(new Date())
type Draft = { id: number; document: string; version: string; isDraft: boolean; values: Record<string, unknown> }
const deskOf = async (
  document: string,
): Promise<Draft & { published: { id: number; version: string; state: string }[] }> =>
  (await editor.get('/staff/document/list')).data.documents.find((one: Draft) => one.document === document)

const save = async (document: string, changes: Record<string, unknown>) => {
  const { id, version, values } = await deskOf(document)
  return editor.post('/staff/document/save', { id, version, form: { ...values, ...changes } })
}
const publish = async (document: string) => {
  const { id, version } = await deskOf(document)
  return editor.post('/staff/document/publish', { id, version })
}
/** Simulates that the effective date has come. */
const takesEffect = async (version: string) => {
  const { db } = site.services
  await db.execute(sql`alter table document_version disable trigger document_version_guard`)
  await db.update(documentVersion).set({ effectiveOn: today() }).where(eq(documentVersion.version, version))
  await db.execute(sql`alter table document_version enable trigger document_version_guard`)
}

describe('what a new site starts with', () => {
  test('names the association by what its settings say, and leaves out what they do not', async () => {
    const { data } = await site.get('/document/privacy')
    expect(data).toMatchObject({ version: '2026-11', state: 'current', effectiveOn: '2026-11-01' })
    const [first] = data.sections
    expect(first.paragraphs[0]).toBe('行业协会（以下称“我们”）运营本网站，是您个人信息的处理者。')
    expect(JSON.stringify(data)).not.toMatch(/\{\{|\[\[|锅炉/)
  })

  test('follows the settings at once', async () => {
    const { data: cards } = await editor.get('/staff/settings')
    const { values, version } = cards.find(({ code }: { code: string }) => code === 'contact')
    const form = { ...values, phone: '010-55500199' }
    expect(await editor.post('/staff/settings/save', { code: 'contact', version, form })).toMatchObject({ code: 200 })
    const { data } = await site.get('/document/terms')
    expect(data.sections.at(-1).paragraphs.at(-1)).toBe('对本协议有疑问，请联系我们：010-5550 0199。')
  })
})

describe('a draft', () => {
  test('is seen by nobody but staff, and says what is wrong with it', async () => {
    expect(await save('terms', { version: '2026-11' })).toMatchObject({ data: { fields: { version: /已经发布过/ } } })
    expect(await save('terms', { text: '## 一\n{{传真}}' })).toMatchObject({
      data: { fields: { text: /\{\{传真\}\}/ } },
    })
    expect(await save('terms', { text: '没有标题' })).toMatchObject({ data: { fields: { text: /##/ } } })
    expect(await save('terms', { text: '## 一、账号\n如实填写。', version: '2027-01' })).toMatchObject({ code: 200 })
    expect(await deskOf('terms')).toMatchObject({ isDraft: true, published: [{ version: '2026-11' }] })
    expect(await site.get('/document/terms')).toMatchObject({ data: { version: '2026-11', versions: { length: 1 } } })
    expect(await site.get('/document/terms', { version: '2027-01' })).toMatchObject({ code: 404 })
  })

  test('is published only with a day that is still to come, and with the password', async () => {
    expect(await publish('terms')).toMatchObject({ code: 400, data: { fields: { effectiveOn: /请先填写/ } } })
    await save('terms', { effectiveOn: addDays(today(), -1) })
    expect(await publish('terms')).toMatchObject({ data: { fields: { effectiveOn: /不能早于今天/ } } })
    await save('terms', { effectiveOn: today(), needsConsent: 'yes', summary: '' })
    expect(await publish('terms')).toMatchObject({ data: { fields: { summary: /改了什么/ } } })
    const late = await staffWith(site, ['editor'])
    const by = await asStaff(site, late)
    await site.services.db.update(session).set({ confirmedAt: new Date(Date.now() - 3_600_000) })
    const { id, version } = await deskOf('terms')
    expect(await by.post('/staff/document/publish', { id, version })).toMatchObject({ code: 428 })
    await site.services.db.update(session).set({ confirmedAt: new Date() })
  })

  test('of two who change it at once the second is told', async () => {
    const { id, version, values } = await deskOf('terms')
    const changed = { ...values, summary: '第一人' }
    expect(await editor.post('/staff/document/save', { id, version, form: changed })).toMatchObject({ code: 200 })
    expect(await editor.post('/staff/document/save', { id, version, form: values })).toMatchObject({ code: 409 })
  })

  test('is given up without a trace in public', async () => {
    const { id, version } = await deskOf('terms')
    expect(await editor.post('/staff/document/discard', { id, version })).toMatchObject({ code: 200 })
    expect(await deskOf('terms')).toMatchObject({ isDraft: false, values: { summary: '' } })
    expect(await publish('terms')).toMatchObject({ code: 409 })
  })
})

describe('a version that needs consent', () => {
  const agreeTo = [{ document: 'privacy', version: '2027-03' }]

  test('takes effect on its day and not before; until then nobody is asked', async () => {
    const { api } = await signUp(site)
    const day = addDays(today(), 10)
    await save('privacy', {
      version: '2027-03',
      effectiveOn: day,
      needsConsent: 'yes',
      summary: '新增短信服务商',
      text: '## 一、我们是谁\n{{协会名称}}运营本网站。',
    })
    expect(await publish('privacy')).toMatchObject({ code: 200 })
    const [line] = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'documentVersion.publish'))
    expect(line).toMatchObject({ objectName: '隐私政策 2027-03' })
    expect(await site.get('/document/privacy')).toMatchObject({
      data: { version: '2026-11', versions: [{ version: '2027-03', state: 'coming' }, { state: 'current' }] },
    })
    expect(await api.get('/member/info')).toMatchObject({ code: 200 })
    await takesEffect('2027-03')
    expect(await site.get('/document/privacy')).toMatchObject({
      data: { version: '2027-03', summary: '新增短信服务商' },
    })
    expect(await api.get('/member/info')).toMatchObject({ status: 200, code: 451, data: null })
  })

  test('is never changed, not even in the database', async () => {
    const { db } = site.services
    const change = db.update(documentVersion).set({ text: '别的' }).where(eq(documentVersion.version, '2027-03'))
    await expect(change).rejects.toThrow()
    await expect(db.delete(documentVersion).where(eq(documentVersion.version, '2027-03'))).rejects.toThrow()
  })

  test('stands before everything else a member does; visitors, staff and ways out are not held up', async () => {
    const { api, accountId, token } = await signUp(site)
    // Simulates an account that registered before.
    await site.services.db
      .update(consent)
      .set({ version: '2026-11' })
      .where(sql`${consent.accountId} = ${accountId} and ${consent.document} = 'privacy'`)
    const refused = { status: 200, code: 451, data: null, msg: /请阅读并同意/ }
    for (const path of ['/member/info', '/member/account', '/member/application/list', '/member/message/unread'])
      expect(await api.get(path)).toMatchObject(refused)
    expect(await api.post('/member/session/end', { all: true })).toMatchObject(refused)
    expect(await site.as(token).get('/document')).toMatchObject({ code: 200 })
    expect(await editor.get('/staff/settings')).toMatchObject({ code: 200 })
    expect(await api.get('/member/privacy')).toMatchObject({ code: 200 })
    expect(await api.get('/member/consent/due')).toMatchObject({
      code: 200,
      data: [{ document: 'privacy', version: '2027-03', agreedVersion: '2026-11', summary: '新增短信服务商' }],
    })
    expect(await api.post('/member/consent/agree', { agree: [] })).toMatchObject({ code: 409 })
    expect(await api.post('/logout', {})).toMatchObject({ code: 200 })
  })

  test('is agreed to once, though two windows ask at once; then the member goes on', async () => {
    const { api, accountId } = await signUp(site)
    const { db } = site.services
    const before = sql`${consent.accountId} = ${accountId} and ${consent.document} = 'privacy'`
    await db.update(consent).set({ version: '2026-11' }).where(before)
    const answers = await Promise.all([1, 2].map(() => api.post('/member/consent/agree', { agree: agreeTo })))
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    const rows = await db.select().from(consent).where(before)
    expect(rows.map(({ version }) => version).sort()).toEqual(['2026-11', '2027-03'])
    expect(await api.get('/member/info')).toMatchObject({ code: 200 })
    expect(await api.get('/member/consent/due')).toMatchObject({ data: [] })
    const { data } = await api.get('/member/consent/list')
    expect(data).toContainEqual(
      expect.objectContaining({ document: 'privacy', route: '/admin/login/privacy?version=2027-03' }),
    )
    const lines = await db.select().from(auditEvent).where(eq(auditEvent.action, 'account.agree'))
    expect(lines).toMatchObject([{ detail: { 同意的版本: '隐私政策 2027-03' } }])
  })

  test('is what new members agree to; the older one stays readable', async () => {
    const { accountId } = await signUp(site)
    const rows = await site.services.db.select().from(consent).where(eq(consent.accountId, accountId))
    expect(rows.map(({ version }) => version).sort()).toEqual(['2026-11', '2027-03'])
    const old = await site.get('/document/privacy', { version: '2026-11' })
    expect(old).toMatchObject({ code: 200, data: { state: 'former', sections: { length: 7 } } })
    const { published } = await deskOf('privacy')
    expect(published).toMatchObject([
      { version: '2027-03', state: 'current' },
      { version: '2026-11', state: 'former' },
    ])
  })

  test('stands beside the one before it, for staff to compare', async () => {
    const ids = (await deskOf('privacy')).published.map(({ id }) => id)
    const [newer, older] = await Promise.all(
      ids.map(async id => (await editor.get('/staff/document/detail', { id })).data),
    )
    expect(newer).toMatchObject({
      version: '2027-03',
      summary: '新增短信服务商',
      before: { version: '2026-11', plain: older.plain },
    })
    expect(newer.plain).toContain('行业协会运营本网站。')
    expect(older).toMatchObject({ before: null, plain: expect.stringContaining('您个人信息的处理者。') })
  })

  test('is not asked for again by a later one that only mends words', async () => {
    const { api } = await signUp(site)
    await save('privacy', {
      version: '2027-04',
      effectiveOn: today(),
      needsConsent: 'no',
      summary: '改正错字',
      text: '## 一\n改正错字。',
    })
    expect(await publish('privacy')).toMatchObject({ code: 200 })
    expect(await site.get('/document/privacy')).toMatchObject({ data: { version: '2027-04' } })
    expect(await api.get('/member/info')).toMatchObject({ code: 200 })
  })

  test('and who agreed long ago is told all that has changed since', async () => {
    const { api, accountId } = await signUp(site)
    await site.services.db
      .update(consent)
      .set({ version: '2026-11' })
      .where(sql`${consent.accountId} = ${accountId} and ${consent.document} = 'privacy'`)
    expect(await api.get('/member/consent/due')).toMatchObject({
      data: [{ version: '2027-04', agreedVersion: '2026-11', summary: '新增短信服务商\n改正错字' }],
    })
  })
})
