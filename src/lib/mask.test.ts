import { expect, test } from 'vitest'
import { maskEmail, maskIdNumber, maskMobile, maskName } from './mask.ts'

test.each([
  ['张伟', '张*'],
  ['张晓明', '张*明'],
  ['欧阳晓明', '欧**明'],
  ['买买提·阿布都拉', '买******拉'],
  ['李𬭎', '李*'],
  ['王𬭎章', '王*章'],
  ['王', '*'],
  ['', '*'],
])('%s is shown as %s', (name, shown) => {
  expect(maskName(name)).toBe(shown)
})

test('of a mobile number the middle is hidden, of anything shorter all', () => {
  expect(maskMobile('13900001234')).toBe('139****1234')
  expect(maskMobile('5550123')).toBe('*******')
})

test('of an identity number only both ends are shown', () => {
  expect(maskIdNumber('11010519491231002X')).toBe('1****************X')
  expect([maskIdNumber('E123'), maskIdNumber('E1234')]).toEqual(['****', 'E***4'])
})

test('of an e-mail address only the first character and the house are shown', () => {
  expect(maskEmail('zhangwei@example.com')).toBe('z***@example.com')
  expect(maskEmail('@example.com')).toBe('***@example.com')
})
