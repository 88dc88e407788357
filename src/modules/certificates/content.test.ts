import { describe, expect, test } from 'vitest'
import { type Changes, type Content, changesOf, contentOn, differences } from './content.ts'
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
