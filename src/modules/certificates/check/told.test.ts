import { describe, expect, test } from 'vitest'
import type { Ctx } from '#lib/server/api/context.ts'
import { isHeldByPerson } from '../holder.ts'
import { type Event, maskOf, toVerified } from '../server/verified.ts'
import { batchRow } from './server/batchRow.ts'

const now = new Date('2026-11-21T02:00:00Z')
const ctx = { now, config: { publicUrl: 'https://xh.example.cn' } } as Ctx
const certificate = {
  id: 1,
  register: 'personnel' as const,
  number: 'CBWA-HQ1-0012',
  numberKey: 'cbwahq10012',
  holderName: '欧阳晓明',
  organisationName: '甲公司',
  organisationId: 2,
  personId: 3 as number | null,
  creditCode: '91110105MA00DEM14D',
  provinceCode: '320000',
  groupCode: 'HQ',
  groupName: '化学清洗',
  kindCode: 'HQ1',
  kindName: '化学清洗员',
  levelCode: '1',
  levelName: '一级',
  scope: '各种设备',
  issuer: '演示协会',
  issuedOn: '2024-03-01',
  validFrom: '2024-03-05',
  validTo: '2028-03-04' as string | null,
  status: 'valid' as const,
  replacesId: null,
  token: 'SECRET',
  source: 'issued' as const,
  publishedAt: new Date('2024-03-01T00:00:00Z') as Date | null,
  lookId: null,
  createdAt: now,
}
const event = (kind: Event['kind'], effectiveOn: string, of: Partial<Event> = {}): Event => ({
  kind,
  effectiveOn,
  reason: '',
  changes: null,
  ...of,
})
const issued = event('issued', '2024-03-01')
const moved = event('changed', '2025-06-01', {
  reason: '调动',
  changes: {
    organisationName: ['乙公司', '甲公司'],
    creditCode: ['旧代码', '91110105MA00DEM14D'],
    scope: ['一', '各种设备'],
  },
})
const chain = { predecessors: ['旧-1'], successors: [] }
type Given = Partial<typeof certificate>
const of = (given: Given = {}, ...events: Event[]) => ({
  ...certificate,
  ...given,
  events: [issued, ...events],
  chain,
  orgPage: '/admin/publicity/member/7',
})
const company: Given = { register: 'qualification' as never, personId: null, holderName: '甲公司' }

test('a certificate is a person’s where there is a person, or where the holder is not the organisation', () => {
  const own = { holderName: '甲', organisationName: '甲' }
  expect([
    isHeldByPerson({ ...own, personId: 1 }),
    isHeldByPerson({ ...own, personId: null }),
    isHeldByPerson(own),
  ]).toEqual([true, false, false])
  expect(isHeldByPerson({ holderName: '张伟', organisationName: '甲', personId: null })).toBe(true)
})

describe('the check of a certificate', () => {
  const check = (given: Given, knows: boolean, on?: string, ...events: Event[]) =>
    toVerified(ctx, of(given, ...events), { on, knows })

  test('tells whoever holds it all that it says, and its code', () => {
    expect(check({}, true)).toEqual({
      register: 'personnel',
      registerName: '人员证书',
      certNo: 'CBWA-HQ1-0012',
      holderName: '欧阳晓明',
      holderMasked: false,
      orgName: '甲公司',
      orgPage: '/admin/publicity/member/7',
      isListed: true,
      creditCode: '91110105MA00DEM14D',
      provinceName: '江苏',
      groupName: '化学清洗',
      kindName: '化学清洗员',
      levelName: '一级',
      scope: '各种设备',
      issuer: '演示协会',
      issueDate: '2024-03-01',
      validFrom: '2024-03-05',
      validTo: '2028-03-04',
      today: { date: '2026-11-21', certStatus: 'valid', certStatusName: '有效', verdict: ['有效', '2028-03-04 到期'] },
      on: null,
      changedSince: [],
      history: [{ event: 'issued', eventName: '发证', date: '2024-03-01', reason: '', changes: [] }],
      predecessors: ['旧-1'],
      successors: [],
      verifyUrl: 'https://xh.example.cn/admin/verify?token=SECRET',
      checkedAt: '2026-11-21T10:00:00+08:00',
    })
  })

  test('masks a person’s name before whoever knows the number alone, and hands over no code', () => {
    const told = check({}, false)
    expect(told).toMatchObject({ holderName: '欧**明', holderMasked: true, orgName: '甲公司' })
    expect(told.verifyUrl).toBe('https://xh.example.cn/admin/verify?number=CBWA-HQ1-0012')
    expect(JSON.stringify(told)).not.toMatch(/SECRET|欧阳晓明/)
  })

  test('names the employer only of who agreed to be listed, from that moment on', () => {
    for (const publishedAt of [null, new Date(now.getTime() + 1)]) {
      const told = check({ publishedAt }, false, undefined, moved)
      expect(told).toMatchObject({ orgName: '未公开', orgPage: null, isListed: false, creditCode: null })
      expect(told.history[1]!.changes).toEqual([{ label: '范围', before: '一', after: '各种设备' }])
      expect(JSON.stringify(told)).not.toMatch(/甲公司|乙公司|91110105|旧代码/)
      expect(check({ publishedAt }, true).orgName).toBe('甲公司')
    }
    expect(check({ publishedAt: now }, false).orgName).toBe('甲公司')
  })

  test('of an organisation masks nothing', () => {
    expect(check({ ...company, publishedAt: null }, false)).toMatchObject({
      holderName: '甲公司',
      holderMasked: false,
      orgName: '甲公司',
      creditCode: '91110105MA00DEM14D',
      verifyUrl: 'https://xh.example.cn/admin/verify?token=SECRET',
    })
    expect(check({ ...company, creditCode: '' }, false).creditCode).toBeNull()
  })

  test('of a person who stands there as the own organisation masks both names, and what they were before', () => {
    const renamed = event('corrected', '2025-01-01', {
      changes: {
        holderName: ['欧阳小明', '欧阳晓明'],
        organisationName: ['欧阳小明', '欧阳晓明'],
        scope: ['一', '二'],
      },
    })
    const told = check({ organisationName: '欧阳晓明', publishedAt: null }, false, undefined, renamed)
    expect(told).toMatchObject({ holderName: '欧**明', orgName: '欧**明', creditCode: null })
    expect(told.history[1]!.changes.map(({ before, after }) => `${before}→${after}`)).toEqual([
      '欧**明→欧**明',
      '欧**明→欧**明',
      '一→二',
    ])
  })

  test('masks what a name was before, too', () => {
    const renamed = event('corrected', '2025-01-01', { changes: { holderName: ['欧阳小明', '欧阳晓明'] } })
    const { changes } = check({}, false, undefined, renamed).history[1]!
    expect(changes).toEqual([{ label: '持证者', before: '欧**明', after: '欧**明' }])
    expect(maskOf(of(), now).changes(null)).toEqual({})
  })

  test('leaves what an organisation says as it is', () => {
    const { content, changes } = maskOf(of(company), now)
    const said = { holderName: '甲公司' } as Parameters<typeof content>[0]
    const told: Parameters<typeof changes>[0] = { organisationName: ['乙公司', '甲公司'] }
    expect([content(said), changes(told)]).toEqual([said, told])
  })

  test('says what it said on a day, what it was then, and what is different today', () => {
    const told = check({}, true, '2025-05-31', moved)
    expect(told).toMatchObject({ orgName: '乙公司', creditCode: '旧代码', scope: '一' })
    expect(told.on).toEqual({
      date: '2025-05-31',
      certStatus: 'valid',
      certStatusName: '有效',
      verdict: ['有效', '2028-03-04 到期'],
    })
    expect(told.changedSince.map(({ label }) => label)).toEqual(['单位名称', '统一社会信用代码', '范围'])
    expect(told.history[1]).toMatchObject({ event: 'changed', eventName: '变更', reason: '调动' })
    expect(told.history[1]!.changes).toHaveLength(3)
    expect(check({}, true, '2024-01-01').on!.certStatus).toBe('notYet')
    expect(check({}, true, '2025-06-01', moved)).toMatchObject({ orgName: '甲公司', changedSince: [] })
    expect(check({}, true, '2025-05-31', moved, event('revoked', '2026-11-21')).today.certStatus).toBe('revoked')
  })
})

describe('a number of a batch', () => {
  const row = (day: string, given: Given = {}, ...events: Event[]) =>
    batchRow('一号', of(given, ...events), { day, now })

  test('that is not in the register says so, and that this proves nothing', () => {
    expect(batchRow('一号', undefined, { day: '2026-11-21', now })).toEqual({
      number: '一号',
      status: 'notFound',
      statusName: '登记库中没有',
      certificate: null,
      note: '请核对编号是否完整、有无错字；这不等于证书无效，可致电协会核实',
    })
  })

  test('says what the certificate says, masked as for whoever knows the number alone', () => {
    expect(row('2026-11-21')).toEqual({
      number: '一号',
      status: 'valid',
      statusName: '有效',
      certificate: {
        certNo: 'CBWA-HQ1-0012',
        registerName: '人员证书',
        holderName: '欧**明',
        orgName: '甲公司',
        groupName: '化学清洗',
        kindName: '化学清洗员',
        levelName: '一级',
        scope: '各种设备',
        issueDate: '2024-03-01',
        validFrom: '2024-03-05',
        validTo: '2028-03-04',
      },
      note: '',
    })
    expect(row('2026-11-21', { publishedAt: null }).certificate!.orgName).toBe('未公开')
  })

  test('says what made it so: the event that did, not one before or a remark after it', () => {
    const events = [
      event('suspended', '2025-01-01'),
      event('resumed', '2025-02-01'),
      event('revoked', '2025-03-01', { reason: '材料造假' }),
      event('reviewed', '2025-04-01', { reason: '记录' }),
    ]
    expect(row('2026-11-21', {}, ...events)).toMatchObject({ status: 'revoked', note: '2025年3月1日撤销：材料造假' })
    expect(row('2026-11-21', {}, event('cancelled', '2025-03-01')).note).toBe('2025年3月1日注销')
    expect(row('2025-02-15', {}, ...events).note).toBe('今天的状态：已撤销')
    expect(row('2025-01-15', {}, ...events).note).toBe('2025年1月1日暂停；今天的状态：已撤销')
    expect(row('2025-03-01', {}, ...events).note).toBe('2025年3月1日撤销：材料造假')
  })

  test('says of a day that is over what has changed since, and of today nothing', () => {
    expect(row('2025-05-31', {}, moved).note).toBe('此后变更过单位名称、统一社会信用代码、范围')
    expect(row('2025-05-31', {}, moved, event('cancelled', '2026-01-01')).note).toBe(
      '今天的状态：已注销；此后变更过单位名称、统一社会信用代码、范围',
    )
    expect(row('2025-06-01', {}, moved).note).toBe('')
    expect(row('2024-01-01').note).toBe('今天的状态：有效')
    expect(row('2028-12-31').note).toBe('')
  })
})
