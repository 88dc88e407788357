import { describe, expect, test } from 'vitest'
import { type Changes, type Content, changesOf, contentChanges, contentOf, contentOn, differences } from './content.ts'
import type { CertificateEvent } from './status.ts'

const today: Content = {
  holderName: '新名锅炉清洗有限公司',
  organisationName: '新名锅炉清洗有限公司',
  creditCode: '91110105MA00DEM14D',
  provinceName: '江苏',
  levelName: 'A级',
  scope: '各种锅炉；锅炉化学清洗',
}
const event = (kind: CertificateEvent['kind'], effectiveOn: string, changes: Changes | null = null) => ({
  kind,
  effectiveOn,
  changes,
})
const history = [
  event('issued', '2024-01-10'),
  event('changed', '2025-03-01', { organisationName: ['旧名锅炉清洗有限公司', '中间名锅炉清洗有限公司'] }),
  event('corrected', '2025-06-01', { provinceName: ['北京', '江苏'] }),
  event('changed', '2026-02-01', {
    organisationName: ['中间名锅炉清洗有限公司', '新名锅炉清洗有限公司'],
    scope: ['各种锅炉', '各种锅炉；锅炉化学清洗'],
    address: ['演示路 1 号', '演示路 2 号'],
  }),
  event('suspended', '2026-03-01'),
]

describe('what a certificate said on a day', () => {
  test.each([
    ['2026-11-21', '新名锅炉清洗有限公司', '各种锅炉；锅炉化学清洗'],
    ['2026-02-01', '新名锅炉清洗有限公司', '各种锅炉；锅炉化学清洗'],
    ['2026-01-31', '中间名锅炉清洗有限公司', '各种锅炉'],
    ['2025-03-01', '中间名锅炉清洗有限公司', '各种锅炉'],
    ['2025-02-28', '旧名锅炉清洗有限公司', '各种锅炉'],
  ])('on %s the holder was %s, the scope %s', (day, organisationName, scope) => {
    expect(contentOn(today, history, day)).toEqual({ ...today, organisationName, holderName: organisationName, scope })
  })

  test('what was corrected was wrong all along', () => {
    expect(contentOn(today, history, '2025-05-31').provinceName).toBe('江苏')
  })

  test('a person stays who they are when the employer changes', () => {
    const person = { ...today, holderName: '欧阳晓明' }
    const before = contentOn(person, history, '2024-06-01')
    expect([before.holderName, before.organisationName]).toEqual(['欧阳晓明', '旧名锅炉清洗有限公司'])
  })

  test('of two changes on one day both are undone, the later one first', () => {
    const twice = [
      event('changed', '2026-02-01', { scope: ['一', '二'] }),
      event('changed', '2026-02-01', { scope: ['二', '三'] }),
    ]
    expect(contentOn({ ...today, scope: '三' }, twice, '2026-01-31').scope).toBe('一')
  })

  test('what is told with a change and is not on the certificate does not get there', () => {
    expect(Object.keys(contentOn(today, history, '2024-06-01')).sort()).toEqual(Object.keys(today).sort())
  })
})

test('changes are told in the order of the certificate, under their Chinese names', () => {
  const changes = { ...history[3]!.changes!, unknown: ['1', '2'] as [string, string] }
  expect(changesOf(changes).map(({ label }) => label)).toEqual(['单位名称', '范围', '地址'])
  expect(differences({ scope: '一', levelName: 'A级' }, { scope: '二', levelName: 'A级' })).toEqual({
    scope: ['一', '二'],
  })
})

test('each part has its name', () => {
  const parts = 'holderName organisationName creditCode provinceName levelName scope issuedOn validFrom validTo address'
  const all = Object.fromEntries(
    `${parts} legalPerson`.split(' ').map(name => [name, ['旧', '新'] as [string, string]]),
  )
  expect(changesOf(all).map(({ label }) => label)).toEqual(
    '持证者 单位名称 统一社会信用代码 地区 级别 范围 发证日期 有效期起 有效期至 地址 法定代表人'.split(' '),
  )
  expect(changesOf({ scope: ['旧', '新'] })).toEqual([{ label: '范围', before: '旧', after: '新' }])
  expect(changesOf(null)).toEqual([])
})

test('it says the province by its name, and nothing where nothing is known', () => {
  const { provinceName: _, ...words } = today
  expect(contentOf({ ...words, provinceCode: '320000' })).toEqual(today)
  const bare = contentOf({ ...words, creditCode: null, provinceCode: null })
  expect([bare.creditCode, bare.provinceName]).toEqual(['', ''])
})

test('what was empty before is told as empty', () => {
  expect(differences({}, { scope: '二' })).toEqual({ scope: ['', '二'] })
})

test('a change that only drops its changes is none', () => {
  expect(contentOn(today, [event('changed', '2026-12-01')], '2026-11-30')).toEqual(today)
})

describe('a change of the name', () => {
  const renamed = { ...today, holderName: '又名', organisationName: '又名' }
  const person = { ...today, holderName: '欧阳晓明' }

  test('of an organisation is told once, as that of the organisation', () => {
    expect(contentChanges(today, renamed)).toEqual({ organisationName: ['新名锅炉清洗有限公司', '又名'] })
  })

  test('of a person is told beside that of the employer', () => {
    expect(contentChanges(person, { ...person, holderName: '欧阳明' })).toEqual({ holderName: ['欧阳晓明', '欧阳明'] })
    expect(contentChanges(person, { ...person, scope: '一' })).toEqual({ scope: [today.scope, '一'] })
    expect(contentChanges(today, { ...today, scope: '一' })).toEqual({ scope: [today.scope, '一'] })
  })
})
