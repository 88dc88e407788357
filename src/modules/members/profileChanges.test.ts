import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { completed, setUpProfiles } from '#test/setups/profiles.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, putFile, signInAs } from '#test/support/make.ts'
import { organisation } from './server/tables.ts'

setUpProfiles()

describe('a change', () => {
  test('of what everybody may see is there at once, and in the log with what was before', async () => {
    const token = await signInAs(site, 'qingyuan')
    const api = site.as(token)
    const { version, form } = (await api.get('/member/org/info')).data
    const { data } = await api.post('/member/edit', { version, form: { website: 'https://new.example.com', fax: '' } })
    expect(data).toMatchObject({ status: 'saved', changeApplyId: null })
    const { list } = (await site.get('/app/publicity/member/list', { orgName: '北京清源' })).data
    expect(list[0].website).toBe('https://new.example.com')
    const [event] = await site.services.db.select().from(auditEvent).orderBy(desc(auditEvent.id)).limit(1)
    expect(event).toMatchObject({ action: 'member.edit', actorName: 'qingyuan' })
    expect(event!.detail.changes).toContainEqual({
      label: '网站',
      before: form.website ?? '',
      after: 'https://new.example.com',
    })
  })

  test('over an older version is refused', async () => {
    const { api } = await completed()
    const { version } = (await api.get('/member/org/info')).data
    expect((await api.post('/member/edit', { version, form: { city: '通州' } })).code).toBe(200)
    const { code, msg } = await api.post('/member/edit', { version, form: { city: '顺义' } })
    expect([code, msg]).toEqual([409, expect.stringContaining('请刷新')])
  })

  test('of a mobile leaves the others as they are, and of the number only a part in the log', async () => {
    const { api } = await completed()
    const { version } = (await api.get('/member/org/info')).data
    await api.post('/member/edit', { version, form: { liaisonMobile: '139 0000 4999' } })
    const { masked } = (await api.get('/member/org/info')).data
    expect(masked).toMatchObject({ liaisonMobile: '139****4999', legalMobile: '139****4001' })
    const [event] = await site.services.db.select().from(auditEvent).orderBy(desc(auditEvent.id)).limit(1)
    expect(event!.detail).toEqual({
      changes: [{ label: '联系人手机', before: '139****4003', after: '139****4999' }],
    })
  })

  test('of the name needs the licence and a review; then everything follows at once', async () => {
    const { api, token, accountId, form } = await completed()
    const { version } = (await api.get('/member/org/info')).data
    const renamed = { name: '北京新名锅炉清洗有限公司', city: '昌平' }
    const bare = await api.post('/member/edit', { version, form: renamed })
    expect(bare.data.fields).toEqual({ licence: expect.stringContaining('请上传') })
    const worse = await api.post('/member/edit', { version, form: { ...renamed, name: '名' } })
    expect(Object.keys(worse.data.fields).sort()).toEqual(['licence', 'name'])
    const evidence = [await putFile(site, token, '执照.pdf')]
    const { data } = await api.post('/member/edit', { version, form: renamed, evidence })
    expect(data.status).toBe('reviewing')
    const waiting = (await api.get('/member/org/info')).data
    expect(waiting.form).toMatchObject({ name: form.name, city: '昌平' })
    expect(waiting.pending.changes).toEqual([
      { field: 'name', label: '单位名称', before: form.name, after: renamed.name },
    ])
    const again = await api.post('/member/edit', {
      version: waiting.version,
      form: { name: '北京又名有限公司' },
      evidence,
    })
    expect(again.msg).toContain('正在审核')

    const reviewer = await asStaff(site, 'reviewer')
    const id = data.changeApplyId
    const seen = (await reviewer.get('/staff/review/detail', { id })).data
    expect(seen.form).toContainEqual(expect.objectContaining({ label: '原单位名称', text: form.name }))
    const decision = { id, version: seen.version, action: 'pass', opinion: '' }
    expect((await reviewer.post('/staff/review/decide', decision)).code).toBe(200)
    const after = (await api.get('/member/org/info')).data
    expect([after.form.name, after.pending]).toEqual([renamed.name, null])
    const [own] = await site.services.db.select().from(account).where(eq(account.id, accountId))
    expect(own!.displayName).toBe(renamed.name)
    const [company] = await site.services.db
      .select()
      .from(organisation)
      .where(eq(organisation.id, own!.organisationId!))
    expect(company!.licenceId).toBe(evidence[0])
  })

  test('of the name that is sent back says at which field and why', async () => {
    const { api, token } = await completed()
    const { version } = (await api.get('/member/org/info')).data
    const evidence = [await putFile(site, token, '执照.pdf')]
    const changed = { version, form: { name: '北京误名锅炉清洗有限公司' }, evidence }
    const id = (await api.post('/member/edit', changed)).data.changeApplyId
    const reviewer = await asStaff(site, 'reviewer')
    const seen = (await reviewer.get('/staff/review/detail', { id })).data
    const remarks = [{ field: 'name', text: '与执照不一致' }]
    await reviewer.post('/staff/review/decide', { id, version: seen.version, action: 'return', remarks })
    const { pending } = (await api.get('/member/org/info')).data
    expect(pending).toMatchObject({ applyId: id, status: 'returned', remarks })
  })

  test('that gives the company another’s credit code is refused', async () => {
    const { api, token } = await completed()
    const { version } = (await api.get('/member/org/info')).data
    const [other] = await site.services.db.select().from(organisation).limit(1)
    const change = {
      version,
      form: { creditCode: other!.creditCode },
      evidence: [await putFile(site, token, '执照.pdf')],
    }
    const { code, data } = await api.post('/member/edit', change)
    expect([code, data.fields.creditCode]).toEqual([409, expect.stringContaining('另一单位')])
  })
})
