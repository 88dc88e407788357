import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '#test/setups/certificateChecks.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { signInAs } from '#test/support/make.ts'
import { addDays, dayOf } from '../../lib/dates.ts'
import type { Finding } from '../../lib/server/oversight/siteChecks.ts'
import { enterCertificates, type NewCertificate } from '../certificates/server/register.ts'
import { certificate } from '../certificates/server/tables.ts'
import { article, catalogue } from '../content/server/tables.ts'
import { remindOfExpiry } from '../members/server/reminding/reminders.ts'
import { organisation } from '../members/server/tables.ts'

/** Each finding can be fixed on the page it links to. */
setUpSite({ demo: true })

const admin = setUpStaff('admin')

const finding = async (code: string): Promise<Finding> =>
  (await admin.get('/staff/health')).data.findings.find((one: Finding) => one.code === code)

const today = dayOf(new Date())
const ofNobody: NewCertificate = {
  ...company,
  number: 'OLD-2020-0001',
  creditCode: null,
  issuedOn: '2024-01-01',
  validFrom: '2024-01-01',
  validTo: addDays(today, 20),
}

test('a certificate of nobody, soon to end, is linked to its holder, who has it then and is reminded', async () => {
  const { db } = site.services
  const { id } = (await enterCertificates(site.ctx(), [ofNobody]))[0]!
  const line = (await finding('silentExpiries')).items.find(({ route }) => route === `/staff/certificates/${id}`)
  expect(line?.text).toBe(`OLD-2020-0001 北京清源锅炉清洗有限公司，${addDays(today, 20)} 到期：没有关联持证者`)

  const { data: of } = await admin.get('/staff/certificate/detail', { id })
  const holderOf = async (key: string) =>
    (await admin.get('/staff/holder/list', { kind: 'organisation', key })).data[0].id
  const link = (holderId: number) => admin.post('/staff/certificate/link', { id, seen: of.seen, holderId })
  const other = await link(await holderOf('济南泰山水处理药剂有限公司'))
  expect(other.code).toBe(400)
  expect(other.data.fields.holderId).toContain(
    '证书上写的是“北京清源锅炉清洗有限公司”，所选为“济南泰山水处理药剂有限公司”',
  )
  expect((await link(99_999_999)).data.fields).toEqual({ holderId: '请重新选择' })
  const holderId = await holderOf('北京清源锅炉清洗有限公司')
  expect((await link(holderId)).code).toBe(200)
  expect(await link(holderId)).toMatchObject({ code: 409, msg: '这张证书已经关联持证者，请刷新后查看' })

  const member = site.as(await signInAs(site, 'qingyuan'))
  const own = (await member.get('/member/qualification/list')).data
  expect(own.map(({ certNo }: { certNo: string }) => certNo)).toContain('OLD-2020-0001')
  const [linked] = await db
    .select({ name: organisation.name })
    .from(certificate)
    .innerJoin(organisation, eq(organisation.id, certificate.organisationId))
    .where(eq(certificate.id, id))
  expect(linked!.name).toBe('北京清源锅炉清洗有限公司')
  expect((await finding('silentExpiries')).items.map(({ text }) => text).join()).toContain(
    `OLD-2020-0001 北京清源锅炉清洗有限公司，${addDays(today, 20)} 到期：提醒任务没有运行`,
  )
  await remindOfExpiry(site.ctx())
  expect(await finding('silentExpiries')).toMatchObject({ count: 0, level: 'good', items: [] })
  const messages = (await member.get('/member/message/list', { pageSize: 100 })).data.list
  expect(JSON.stringify(messages)).toContain('OLD-2020-0001')
})

test('a column is judged by how often it is to be updated itself, else by its kind of articles', async () => {
  const { db } = site.services
  const [column] = await db.select().from(catalogue).where(eq(catalogue.name, '分支机构'))
  const stale = async () => (await finding('staleColumns')).items.map(({ text }) => text).join()
  await db
    .update(article)
    .set({ publishedAt: new Date(Date.now() - 40 * 86_400_000) })
    .where(eq(article.catalogueId, column!.id))
  expect(await stale()).not.toContain('分支机构')
  const save = async (updateWithin: string | null) => {
    const { data } = await admin.get('/staff/record/list', { type: 'catalogue' })
    const row = data.list.find(({ id }: { id: number }) => id === column!.id)
    return admin.post('/staff/record/save', {
      type: 'catalogue',
      id: row.id,
      version: row.version,
      form: { ...row.values, updateWithin },
    })
  }
  expect((await save('month')).code).toBe(200)
  expect(await stale()).toContain('分支机构：40 天没有更新')
  expect((await save('quarter')).code).toBe(200)
  expect(await stale()).not.toContain('分支机构')
  expect((await save(null)).code).toBe(200)
  expect(await stale()).toContain('分支机构：40 天没有更新')
})
