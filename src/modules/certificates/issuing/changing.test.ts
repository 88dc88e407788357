import { beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '#lib/server/api/context.ts'
import { toSearch } from '#lib/server/search/search.ts'
import { company, daysAgo, now } from '#test/setups/certificateChecks.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { enterCertificates, type NewCertificate, recordEvent } from '../server/register.ts'
import { certificateSearch } from '../server/search.ts'
import { changeCertificate } from './server/changing.ts'

const number = 'CBWA-QX01-B-2024-0301'
const before = '北京旧名锅炉清洗有限公司'
const after = '河北新名锅炉清洗有限公司'

let ctx: Ctx
let id: number

const of: NewCertificate = {
  ...company,
  number,
  holderName: before,
  organisationName: before,
  levelCode: 'B',
  levelName: 'B级',
  scope: '工业锅炉',
}

setUpSite()

beforeAll(async () => {
  ctx = site.ctx(now)
  id = (await enterCertificates(ctx, [of]))[0]!.id
})

const on = async (day?: string) => (await site.get('/cert/verify', { number, ...(day && { on: day }) })).data

describe('a certificate that says something else since a day', () => {
  beforeAll(async () => {
    await changeCertificate(
      ctx,
      { id },
      {
        effectiveOn: daysAgo(100),
        reason: '单位更名并迁址',
        changes: { organisationName: after, provinceCode: '130000' },
        told: { address: ['朝阳区演示路 1 号', '廊坊市演示路 2 号'] },
      },
    )
    await changeCertificate(
      ctx,
      { id },
      { effectiveOn: daysAgo(50), reason: '增项', changes: { scope: '工业锅炉、电站锅炉' } },
    )
  })

  test('shows its content of today, and what was changed when', async () => {
    const data = await on()
    expect(data).toMatchObject({ holderName: after, orgName: after, provinceName: '河北', scope: '工业锅炉、电站锅炉' })
    expect([data.on, data.changedSince]).toEqual([null, []])
    expect(data.history.slice(1)).toEqual([
      {
        event: 'changed',
        eventName: '变更',
        date: daysAgo(100),
        reason: '单位更名并迁址',
        changes: [
          { label: '单位名称', before, after },
          { label: '地区', before: '北京', after: '河北' },
          { label: '地址', before: '朝阳区演示路 1 号', after: '廊坊市演示路 2 号' },
        ],
      },
      {
        event: 'changed',
        eventName: '变更',
        date: daysAgo(50),
        reason: '增项',
        changes: [{ label: '范围', before: '工业锅炉', after: '工业锅炉、电站锅炉' }],
      },
    ])
  })

  test('shows what it said on a day before, and that this is different today', async () => {
    const data = await on(daysAgo(101))
    expect(data).toMatchObject({ holderName: before, orgName: before, provinceName: '北京', scope: '工业锅炉' })
    expect(data.on).toMatchObject({ certStatus: 'valid' })
    expect(data.changedSince).toEqual([
      { label: '单位名称', before, after },
      { label: '地区', before: '北京', after: '河北' },
      { label: '范围', before: '工业锅炉', after: '工业锅炉、电站锅炉' },
    ])
  })

  test('on the day itself says the new, and nothing of what came later', async () => {
    expect(await on(daysAgo(100))).toMatchObject({ orgName: after, scope: '工业锅炉' })
    expect((await on(daysAgo(50))).changedSince).toEqual([])
  })

  test('is corrected for all days', async () => {
    const changes: Record<string, [string, string]> = { creditCode: ['91110105MA00DEM14D', '91110105MA00DEM22X'] }
    await recordEvent(ctx, id, { kind: 'corrected', effectiveOn: daysAgo(10), reason: '录入有误', changes })
    expect((await on(daysAgo(200))).creditCode).toBe((await on()).creditCode)
  })

  test('is found by its new name', async () => {
    const asked = toSearch('新名锅炉清洗', { sort: 'rel', limit: 10 })!
    expect((await certificateSearch('qualification')(ctx, asked)).total).toBe(1)
  })

  test('is not changed again for a day before the last change, before its issue, or to come', async () => {
    const change = (effectiveOn: string) =>
      changeCertificate(ctx, { id }, { effectiveOn, reason: '增项', changes: { scope: `各种锅炉 ${effectiveOn}` } })
    await expect(change(daysAgo(51))).rejects.toThrow('已有变更')
    await expect(change(daysAgo(401))).rejects.toThrow('不能早于发证日期')
    await expect(change(daysAgo(-1))).rejects.toThrow('不能晚于今天')
    expect((await on()).scope).toBe('工业锅炉、电站锅炉')
  })

  test('where nothing is different, nothing happens', async () => {
    const { length } = (await on()).history
    await changeCertificate(
      ctx,
      { id },
      { effectiveOn: daysAgo(0), reason: '无', changes: { organisationName: after } },
    )
    expect((await on()).history).toHaveLength(length)
  })
})
