import { describe, expect, test } from 'vitest'
import { typedKeys } from '#lib/keys.ts'
import { memberStatusNames } from '../words.ts'
import { actFields, memberActs, memberRules, possibleActs } from './memberActs.ts'

describe('what staff may do to a membership', () => {
  const shown = ['level', 'validity', 'reissue', 'suspend', 'withdraw', 'expel', 'hide']

  test.each([
    ['active', shown],
    ['unpaid', shown],
    ['overdue', shown],
    ['suspended', ['resume', 'withdraw', 'expel', 'hide']],
    ['withdrawn', ['restore', 'hide']],
    ['lapsed', ['restore', 'hide']],
    ['expelled', ['restore', 'hide']],
  ] as const)('that is %s: %j', (status, acts) => {
    expect(possibleActs({ status, isPublic: true })).toEqual(acts)
    expect(possibleActs({ status, isPublic: false })).toEqual(acts.map(act => (act === 'hide' ? 'show' : act)))
  })

  test('each act has its name, and says what becomes of the member and of the certificate', () => {
    expect(memberActs.map(act => memberRules[act]).map(({ name, to, certificate }) => [name, to, certificate])).toEqual(
      [
        ['变更级别', undefined, 'renewed'],
        ['变更有效期', undefined, 'renewed'],
        ['换发证书', undefined, 'renewed'],
        ['暂停', 'suspended', 'suspended'],
        ['恢复', 'active', 'resumed'],
        ['退会', 'withdrawn', 'cancelled'],
        ['除名', 'expelled', 'cancelled'],
        ['重新入册', 'active', 'renewed'],
        ['公开', undefined, undefined],
        ['不公开', undefined, undefined],
      ],
    )
    const reached = memberActs.flatMap(act => memberRules[act].to ?? [])
    for (const status of reached) expect(typedKeys(memberStatusNames)).toContain(status)
  })
})

describe('what is asked for an act', () => {
  const levels = [{ code: '10', name: '会员' }]
  const effectiveOn = expect.objectContaining({
    name: 'effectiveOn',
    label: '生效日期',
    kind: 'day',
    required: true,
    hint: '从这一天起算，不能晚于今天',
    section: '',
  })
  const reason = expect.objectContaining({ name: 'reason', required: true, hint: '记入历史，并告知会员' })
  const validTo = { name: 'validTo', label: '有效期至', section: '', kind: 'day' }

  test('from which day, and why', () => {
    for (const act of ['reissue', 'suspend', 'resume', 'withdraw', 'expel', 'show', 'hide'] as const)
      expect(actFields(act, levels)).toEqual([effectiveOn, reason])
  })

  test('which level, or until when', () => {
    const level = { name: 'levelCode', label: '新的级别', section: '', kind: 'choice', required: true, options: levels }
    expect(actFields('level', levels)).toEqual([level, effectiveOn, reason])
    expect(actFields('validity', levels)).toEqual([{ ...validTo, required: true }, effectiveOn, reason])
    const hint = '留空为本届理事会任期届满'
    expect(actFields('restore', levels)).toEqual([{ ...validTo, required: false, hint }, effectiveOn, reason])
  })
})
