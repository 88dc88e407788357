import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf, longDay } from '#lib/dates.ts'
import { readCodes } from '#lib/server/documents/qr.ts'
import { company, daysAgo, now } from '#test/setups/certificateChecks.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { newAddress } from '#test/support/make.ts'
import { textOf } from '#test/support/pdfText.ts'
import { enterCertificates, type NewCertificate, recordEvent } from '../server/register.ts'

const number = 'CBWA-QX01-B-2024-0401'
const token = { holder: '' }

let site: Site
let folder: string
const writing = () => ({ db: site.services.db, now })

const of: NewCertificate = {
  ...company,
  number,
  holderName: '河北新名锅炉清洗有限公司',
  organisationName: '河北新名锅炉清洗有限公司',
  provinceCode: '130000',
  levelCode: 'B',
  levelName: 'B级',
  scope: '工业锅炉',
}
const person = { ...of, register: 'personnel' as const, number: 'HQ1-2024-32-00401', holderName: '欧阳晓明' }

beforeAll(async () => {
  site = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'slip-'))
  const [entered] = await enterCertificates(writing(), [of, person])
  const changes: Record<string, [string, string]> = { scope: ['热水锅炉', '工业锅炉'] }
  await recordEvent(writing(), entered!.id, { kind: 'changed', effectiveOn: daysAgo(60), reason: '增项', changes })
  await recordEvent(writing(), entered!.id, { kind: 'revoked', effectiveOn: daysAgo(30), reason: '提供虚假业绩' })
  token.holder = await tokenOf(number)
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const tokenOf = async (number: string) =>
  new URL((await site.get('/cert/verify', { number })).data.verifyUrl).searchParams.get('token')!

const download = (query: Record<string, string>, remoteAddress = newAddress()) =>
  site.app.inject({ url: `/api/cert/verify/slip?${new URLSearchParams(query)}`, remoteAddress })

describe('a check slip', () => {
  test('says what was asked and when, what was so that day and is today, the whole content and its history', async () => {
    const { headers, rawPayload } = await download({ number, on: daysAgo(70) })
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' })
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(`${number}-查验单-${daysAgo(70)}.pdf`)
    const text = await textOf(rawPayload)
    for (const words of [
      '证书查验单',
      number,
      `在${longDay(daysAgo(70))}这一天是否有效`,
      `今天的状态：已撤销（${longDay(dayOf(now))}）`,

      of.holderName,
      of.creditCode!,
      '锅炉化学清洗单位',
      'B级',
      '热水锅炉',
      '这一天之后有过变更',
      '范围：热水锅炉→工业锅炉',
      '发证',
      '变更',
      '增项',
      '提供虚假业绩',
      '它不是证书',
      '登记库当时记载的内容',
    ])
      expect(text).toContain(words)
  })

  test('is of that certificate and that day, by its number as by its code', async () => {
    const other = { ...of, number: 'GHQ-QX-2024-0402' }
    await enterCertificates(writing(), [other])
    const on = daysAgo(70)
    const slips = [
      await download({ token: token.holder, on }),
      await download({ token: await tokenOf(other.number), on }),
      await download({ token: token.holder, on: daysAgo(40) }),
    ]
    const texts = await Promise.all(slips.map(({ rawPayload }) => textOf(rawPayload)))
    expect(texts.map(text => text.includes(number))).toEqual([true, false, true])
    expect(texts.map(text => text.includes(longDay(daysAgo(70))))).toEqual([true, true, false])
  })

  test('leads back to the same question by its code, and carries the association’s signature', async () => {
    const { rawPayload } = await download({ number, on: daysAgo(70) })
    await writeFile(join(folder, 'slip.pdf'), rawPayload)
    const [code] = await readCodes(join(folder, 'slip.pdf'), 'application/pdf')
    expect(code).toBe(`http://site.test/admin/verify?token=${token.holder}&on=${daysAgo(70)}`)
    expect(rawPayload.toString('latin1')).toContain('/ByteRange')
  })

  test('of a person shows the masked name to who knows the number alone', async () => {
    const text = await textOf((await download({ number: person.number })).rawPayload)
    expect(text).toContain('欧**明')
    expect(text).not.toContain('欧阳晓明')
  })

  test('is not made of what is not in the register, nor of a day to come', async () => {
    expect((await download({ number: 'CBWA-QX01-B-1999-0001' })).json()).toMatchObject({ code: 404 })
    const { code, msg } = (await download({ number, on: daysAgo(-1) })).json()
    expect([code, msg]).toEqual([400, '只能核验今天或以前某一天的状态'])
  })

  test('is made so often in a minute, then with a pause', async () => {
    const address = newAddress()
    const codes = []
    for (let i = 0; i < 11; i++) codes.push((await download({ number: 'CBWA-QX01-B-1999-0001' }, address)).json().code)
    expect(codes).toEqual([...Array(10).fill(404), 429])
  })
})
