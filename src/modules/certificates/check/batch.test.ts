import { desc } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { company, daysAgo, now, writing } from '#test/setups/certificateChecks.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { startApp } from '#test/support/app.ts'
import { newAddress } from '#test/support/make.ts'
import { zip } from '#test/support/uploads.ts'
import { sheetOf, textsOf, workbookOf } from '#test/support/workbooks.ts'
import { enterCertificates, type NewCertificate, recordEvent } from '../server/register.ts'
import { certificateLookup } from '../server/tables.ts'

const valid = 'CBWA-QX01-A-2024-0501'
const revoked = 'CBWA-QX01-A-2024-0502'
const formula = '=HYPERLINK("http://x.test","1")'
const of: NewCertificate = {
  ...company,
  number: valid,
  holderName: '清源锅炉清洗有限公司',
  organisationName: '清源锅炉清洗有限公司',
  creditCode: null,
  scope: '各种锅炉',
}
const person = { ...of, register: 'personnel' as const, number: 'HQ1-2024-32-00501', holderName: '欧阳晓明' }

setUpSite()

beforeAll(async () => {
  const [, second] = await enterCertificates(writing(), [
    of,
    { ...of, number: revoked },
    person,
    { ...person, number: 'HQ1-2024-32-00503', publishedAt: null },
    { ...of, number: 'F-2024-1', holderName: formula, organisationName: formula },
  ])
  await recordEvent(writing(), second!.id, { kind: 'revoked', effectiveOn: daysAgo(30), reason: '提供虚假业绩' })
})

const check = (body: object, address = newAddress()) => site.from(address).post('/cert/verify/batch', body)
const lookups = () => site.services.db.$count(certificateLookup)

async function sendFile(bytes: Uint8Array, name = '名单.xlsx', fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new File([bytes as BlobPart], name))
  const url = '/api/cert/verify/batch/file'
  const body = new Response(form)
  const asked = { url, headers: Object.fromEntries(body.headers), payload: Buffer.from(await body.arrayBuffer()) }
  return (await site.app.inject({ method: 'POST', ...asked, remoteAddress: newAddress() })).json()
}

async function exported(body: object) {
  const url = '/api/cert/verify/batch/export'
  const { rawPayload } = await site.app.inject({ method: 'POST', url, payload: body, remoteAddress: newAddress() })
  return sheetOf(rawPayload)
}

describe('a bidder checks many certificates at once', () => {
  test('from a list that is told by what is in it: a picture called XLSX is refused in a sentence, CSV called XLSX is read', async () => {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    for (const name of ['名单.xlsx', '名单.csv'])
      expect(await sendFile(await picture.png().toBuffer(), name)).toMatchObject({
        code: 400,
        msg: expect.stringContaining('这是图片（PNG），不是表格'),
      })
    expect((await sendFile(Buffer.from(`证书编号\n${valid}\n`), '名单.xlsx')).data.rows).toMatchObject([
      { status: 'valid' },
    ])
    // 证书编号 as GBK has it.
    const gbk = Buffer.concat([Buffer.from('d6a4cae9b1e0bac50a', 'hex'), Buffer.from(`${valid}\n`)])
    expect((await sendFile(gbk, '照片.png')).data.rows).toMatchObject([{ status: 'valid' }])
  })

  test('each number once, in its order, whatever way it was typed', async () => {
    const { data } = await check({ numbers: [revoked, valid, ' cbwa qx01 a 2024 0501', 'CBWA-QX01-A-1999-0001'] })
    expect(data.rows.map(({ number, status }: { number: string; status: string }) => [number, status])).toEqual([
      [revoked, 'revoked'],
      [valid, 'valid'],
      ['CBWA-QX01-A-1999-0001', 'notFound'],
    ])
    expect(data.repeated).toEqual([{ number: valid, times: 2 }])
    expect(data.date).toBe(dayOf(now))
    expect(data.rows[0].note).toContain('撤销：提供虚假业绩')
    expect(data.rows[1]).toMatchObject({
      statusName: '有效',
      note: '',
      certificate: { certNo: valid, holderName: of.holderName, kindName: of.kindName, levelName: 'A级' },
    })
  })

  test('as of a past day, with what is different today', async () => {
    const { data } = await check({ numbers: [revoked], on: daysAgo(31) })
    expect(data.rows[0]).toMatchObject({ status: 'valid', note: '今天的状态：已撤销' })
    expect((await check({ numbers: [revoked], on: daysAgo(-1) })).code).toBe(400)
  })

  test('what is not in the register is not called invalid', async () => {
    const { data } = await check({ numbers: ['锅清字0号'] })
    expect(data.rows[0]).toMatchObject({ status: 'notFound', statusName: '登记库中没有', certificate: null })
    expect(data.rows[0].note).toContain('这不等于证书无效')
  })

  test('who is not listed is confirmed to whoever knows the number, without the employer', async () => {
    const { data } = await check({ numbers: ['HQ1-2024-32-00503'] })
    expect(data.rows[0]).toMatchObject({
      status: 'valid',
      certificate: { holderName: '欧**明', orgName: '未公开' },
    })
  })

  test('persons stay masked', async () => {
    const { data } = await check({ numbers: [person.number] })
    expect(data.rows[0].certificate.holderName).toBe('欧**明')
    expect(JSON.stringify(data)).not.toContain('欧阳晓明')
  })

  test('each that was found is written down as a look-up, the workbook of the same result is none', async () => {
    const before = await lookups()
    const numbers = [valid, valid, revoked, 'CBWA-QX01-A-1999-0001']
    const { data } = await check({ numbers, on: daysAgo(5) })
    expect(await lookups()).toBe(before + 2)
    const [last] = await site.services.db.select().from(certificateLookup).orderBy(desc(certificateLookup.id)).limit(1)
    expect(last).toMatchObject({ via: 'batch', askedFor: daysAgo(5) })
    await exported({ numbers, on: daysAgo(5), receipt: data.receipt })
    expect(await lookups()).toBe(before + 2)
    await exported({ numbers, on: daysAgo(6), receipt: data.receipt })
    expect(await lookups()).toBe(before + 4)
    await exported({ numbers: [...numbers, person.number], on: daysAgo(5), receipt: data.receipt })
    expect(await lookups()).toBe(before + 7)
  })

  test('at most 500 at a time, and at most 1,000 in ten minutes from one address', async () => {
    const address = newAddress()
    const many = Array.from({ length: 501 }, (_, i) => `CBWA-X-${i}`)
    expect((await check({ numbers: many }, address)).msg).toContain('一次最多 500 个编号')
    expect((await check({ numbers: [] }, address)).code).toBe(400)
    expect((await check({ numbers: ['——', '()'] }, address)).msg).toContain('没有读到证书编号')
    for (let i = 0; i < 2; i++) expect((await check({ numbers: many.slice(1) }, address)).code).toBe(200)
    const { code, msg } = await check({ numbers: many.slice(1) }, address)
    expect(code).toBe(429)
    expect(msg).toMatch(/请 5 分钟后再试/)
    expect((await check({ numbers: [valid] })).code).toBe(200)
  })

  test('as a workbook: text stays text, and says on each row which day was asked for', async () => {
    const sheet = await exported({ numbers: [valid, 'F-2024-1', '=1+1', person.number], on: daysAgo(3) })
    const [head, ...rows] = textsOf(sheet)
    expect(head!.slice(0, 9)).toEqual('编号 结果 持证单位或人 种类 级别 发证日期 有效期至 查验日期 说明'.split(' '))
    expect(rows[0]!.slice(0, 8)).toEqual([
      valid,
      '有效',
      of.holderName,
      of.kindName,
      'A级',
      of.issuedOn,
      of.validTo,
      daysAgo(3),
    ])
    expect([rows[1]![2], rows[2]![0], rows[3]![2]]).toEqual([formula, '=1+1', '欧**明'])
    sheet.eachRow(row => row.eachCell(cell => expect(cell.formula).toBeUndefined()))
  })
})

describe('a list of numbers as a file', () => {
  test('says which number stands in it more than once', async () => {
    const { data } = await sendFile(await workbookOf([[valid], [revoked], [valid]]))
    expect(data.repeated).toEqual([{ number: valid, times: 2 }])
  })

  test.each([
    ['under its heading', [['投标单位证书'], ['序号', '单位', '证书编号'], [1, '清源', valid], [2, '某某', revoked]]],
    [
      'in the first column',
      [
        [valid, '清源'],
        [revoked, '某某'],
      ],
    ],
  ])('is read %s', async (_, rows) => {
    const { data } = await sendFile(await workbookOf(rows))
    expect(data.rows.map(({ number }: { number: string }) => number)).toEqual([valid, revoked])
  })

  test('may be CSV, as Chinese Windows saves it, and be asked for a past day', async () => {
    // 编号 in GBK.
    const bytes = Buffer.concat([Buffer.from([0xb1, 0xe0, 0xba, 0xc5]), Buffer.from(`\r\n${revoked}\r\n`)])
    const { data } = await sendFile(bytes, '名单.csv', { on: daysAgo(31) })
    expect(data).toMatchObject({ date: daysAgo(31), rows: [{ number: revoked, status: 'valid' }] })
  })

  test.each([
    ['empty', Buffer.alloc(0), '文件是空的'],
    ['without a number', Buffer.from('单位,地区\n清源,北京'), '没有读到证书编号'],
    ['an old or encrypted workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), '另存为 XLSX'],
    ['damaged', Buffer.from('PK\x03\x04 and nothing else'), '文件已损坏'],
    ['too large', Buffer.alloc(3 << 20, '1'), '不能超过 2 MB'],
    ['a ZIP file that is no workbook', zip({ 'a.txt': Buffer.from('1') }), '请解压后上传里面的 XLSX 或 CSV 文件'],
  ])('%s is refused with what to do', async (_, bytes, words) => {
    const { code, msg } = await sendFile(bytes)
    expect(code).toBe(400)
    expect(msg).toMatch(words)
  })

  test('that would unpack to fill the memory is refused', async () => {
    const bomb = zip({ 'xl/worksheets/sheet1.xml': Buffer.alloc(260 << 20) })
    expect(bomb.length).toBeLessThan(1 << 20)
    expect((await sendFile(bomb)).msg).toContain('文件解压后过大')
  })

  test('of more than 500 rows is refused', async () => {
    const rows = Array.from({ length: 501 }, (_, i) => [`CBWA-X-${i}`])
    expect((await sendFile(await workbookOf(rows))).msg).toContain('一次最多 500 行')
  })
})

test('when the register cannot be read, the batch says so and calls nothing invalid', async () => {
  const broken = await startApp()
  await broken.services.db.execute('drop table certificate cascade')
  const { status, code, data, msg } = await broken.post('/cert/verify/batch', { numbers: [valid] })
  expect([status, code, data]).toEqual([500, 500, null])
  expect(msg).toContain('系统错误')
  await broken.close()
})
