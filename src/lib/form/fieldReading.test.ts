import { describe, expect, test } from 'vitest'
import { readField } from './fieldReading.ts'
import type { FieldKind, FormField } from './form.ts'
import { isMobile, plainMobile } from './phone.ts'
import { textField } from './textField.ts'

const field = (kind: FieldKind, of: Partial<FormField> = {}) => textField('it', '它', '', { kind, ...of })
const options = [
  { code: 'a', name: '甲' },
  { code: 'b', name: '乙' },
]
const read = (kind: FieldKind, given: unknown, of: Partial<FormField> = {}) => {
  const answer = readField(field(kind, { options, ...of }), given, '2026-11-21')
  return 'error' in answer ? answer.error : answer.value
}

const refusals: Partial<Record<FieldKind, string>> = {
  mobile: '手机号应为 11 位数字，以 1 开头',
  phone: '电话应为手机号或带区号的座机号，例如 010-5550 0126',
  email: '邮箱格式应如 name@example.com',
  postcode: '邮政编码应为 6 位数字',
  creditCode: '统一社会信用代码应为 18 位，现有 1 位',
  residentId: '身份证号码应为 18 位，现有 1 位',
  url: '网址应以 http:// 或 https:// 开头',
  link: '它应为本站地址（以 / 开头），或以 https:// 开头的网址',
  day: '日期应如 2026-01-31',
  moment: '时间应如 2026-01-31 09:00',
  province: '请从列表中选择省份',
  choice: '请从列表中选择它',
  choices: '请从列表中选择它',
  point: '坐标应在中国境内，例如 116.4074, 39.9042',
  ranking: '请从列表中选择它',
  picture: '请重新上传图片',
  file: '请重新上传文件',
  agreement: '请先阅读并同意它',
}

describe('what can be meant is kept as it stands', () => {
  const long = 'a'.repeat(63)
  test.each<[FieldKind, unknown[]]>([
    ['mobile', ['13900000001', '19999999999']],
    [
      'phone',
      (
        '13900000001 010-55500126 0512-5550012 55500126 5550012 010-55500126-8 ' +
        '010-55500126-123456 400-555-0126 800-555-0126'
      ).split(' '),
    ],
    [
      'email',
      [
        'name@example.com',
        'a@b.cn',
        'A.b+c_d-1@sub.example.com',
        `${'a'.repeat(64)}@example.com`,
        `a@${long}.com`,
        `a@1${long.slice(2)}9.com`,
        'a@x.y.z',
        'a@b-c.d-e9',
        'a@9.8',
        `a@b.${long}`,
        `${'a'.repeat(64)}@${long}.${long}.${long.slice(2)}`,
      ],
    ],
    ['postcode', ['100000', '010000', '850000', '999077', '999078']],
    [
      'personName',
      ['张伟', '欧阳·晓明', '李𬭎', '一'.repeat(20), 'Li', "Anna-Maria O'Neill Jr.", `A${'b'.repeat(49)}`],
    ],
    ['organisationName', ['某某公司', '甲（北京）(2) & 乙·丙、丁.戊-己—庚 X9', '一'.repeat(60)]],
    ['url', ['http://example.com', 'HTTPS://example.com/a?b=c#d', `https://example.com/${'a'.repeat(180)}`]],
    ['link', ['/', '/admin/news?a=1', `/${'a'.repeat(199)}`, 'https://example.com/a', 'HTTPS://example.com']],
    ['day', ['2026-01-31', '2024-02-29']],
    ['province', ['110000', '320000']],
    ['choice', ['a', 'b']],
    ['choices', [['a'], ['a', 'b']]],
    [
      'point',
      [
        { lng: 73, lat: 3 },
        { lng: 136, lat: 54 },
        { lng: 116.4, lat: 39.9 },
      ],
    ],
    ['ranking', [['b', 'a'], ['b']]],
    ['picture', [1, 2_147_483_647]],
    ['file', [1, 2_147_483_647]],
    ['agreement', [true]],
    ['text', ['a', '𬭎'.repeat(100)]],
  ])('%s', (kind, given) => {
    for (const one of given) expect(read(kind, one), String(one)).toEqual(one)
  })
})

describe('what cannot be meant is refused, in the same words', () => {
  const long = 'a'.repeat(63)
  test.each<[FieldKind, unknown[]]>([
    ['mobile', ['12900000001', '1390000000', '139000000011', '213900000001', '', 'x13900000001', '1390000000x']],
    [
      'phone',
      (
        '110 15550012 0-55500126 01-55500126 01055-55500126 a010-55500126 010-55500126- ' +
        '010-55500126-1234567 010-55500126-a 010-555001267 010-15500126 0ab-55500126 010-5abcdefg ' +
        '500-555-0126 300-555-0126 400-55-0126 400-abc-0126 400-555-012 400-555-abcd ' +
        '12900000001 1390000000a 1390000000 139000000012 x13900000001 400-555-0126x'
      ).split(' '),
    ],
    [
      'email',
      (
        'name @example.com name@example name,@example.com name@-example.com name@example-.com name@example.-com ' +
        'name@example.com- name@exa_mple.com name@.com name@example..com name@example.c_m name@e!ample.com a@!.com ' +
        'a@b.! a@bé.com a@b.cé name@example.com, ，name@example.com ' +
        `${long}aa@example.com a@${long}a.com a@b.${long}a a@${long}.${long}.${long}.${long}`
      ).split(' '),
    ],
    ['postcode', ['000000', '900000', '10000', '1000000', 'a100000', '100000a', '999076', '999079', '99907']],
    ['creditCode', ['1']],
    ['residentId', ['1']],
    [
      'url',
      [
        'ftp://example.com',
        'xhttps://example.com',
        'https://exa mple.com',
        'https://example.com/<b>',
        'https://example.com/"',
        "https://example.com/'",
        'https://',
        'https://[',
        `https://example.com/${'a'.repeat(181)}`,
        'localhost',
        '例.example.com',
        'x:https://example.com',
        '-',
      ],
    ],
    [
      'link',
      [
        '//example.com',
        '/\\example.com',
        '/a\\b',
        '/a b',
        '/a<b',
        '/a"',
        "/a'",
        `/${'a'.repeat(200)}`,
        'admin',
        'http://example.com',
        'https://exa mple.com',
        'ahttps://example.com',
        'http://example.com/https:',
        'x/admin',
      ],
    ],
    [
      'day',
      (
        '2026-02-30 2026-13-01 2026-1-1 2026-01-311 12026-01-31 2026-01 yesterday 2026/01/31 ' + '2026-01-31T00:00'
      ).split(' '),
    ],
    [
      'moment',
      [
        '2026-01-31',
        '2026-02-30 09:00',
        '2026-01-31 24:00',
        '2026-01-31 09:60',
        'x2026-01-31 09:00',
        '2026-01-31 9:00',
      ],
    ],
    ['province', ['110', '830000']],
    ['choice', ['c', '甲']],
    ['choices', ['c', ['a', 'c'], [1], [['a']]]],
    [
      'point',
      [
        null,
        'here',
        {},
        { lng: 116 },
        { lat: 39 },
        { lng: '116', lat: 39 },
        { lng: 116, lat: '39' },
        { lng: 72.9, lat: 39 },
        { lng: 136.1, lat: 39 },
        { lng: 116, lat: 2.9 },
        { lng: 116, lat: 54.1 },
      ],
    ],
    ['ranking', [['a', 'z'], 'z']],
    ['picture', [0, -1, 1.5, '12', 2_147_483_648]],
    ['file', [0, -1, 1.5, '12', 2_147_483_648]],
    ['agreement', ['true', 1, 'on']],
  ])('%s', (kind, given) => {
    for (const one of given) expect(read(kind, one), JSON.stringify(one)).toBe(refusals[kind])
  })

  test('more choices than may be made', () => {
    for (const kind of ['choices', 'ranking'] as const) {
      expect(read(kind, ['a', 'b'], { max: 1 })).toBe('它最多选 1 项，现有 2 项')
      expect(read(kind, ['b', 'b'], { max: 1 })).toEqual(['b'])
    }
  })

  test('what is no text where a text is asked', () => {
    for (const given of [['a'], { a: 1 }, true]) expect(read('text', given)).toBe('它应为文字')
    expect(read('text', 12)).toBe('12')
  })

  test('what is longer than the field, said with how long it is, by characters as people count them', () => {
    expect(read('text', '𬭎'.repeat(101))).toBe('它不能超过 100 个字，现有 101 个')
    expect(read('paragraph', '一二三', { max: 2 })).toBe('它不能超过 2 个字，现有 3 个')
    expect(read('paragraph', '一二', { max: 2 })).toBe('一二')
  })
})

describe('what is typed otherwise is brought into the form that is kept', () => {
  test.each<[FieldKind, unknown, unknown]>([
    ['mobile', ' 0086 139-0000-0001 ', '13900000001'],
    ['mobile', '+８６13900000001', '13900000001'],
    ['phone', ' ０１０－55500126 ', '010-55500126'],
    ['email', 'name ＠example.com', 'name@example.com'],
    ['postcode', ' １０００00', '100000'],
    ['url', 'www.example.com/a', 'https://www.example.com/a'],
    ['url', 'my-site.example.com', 'https://my-site.example.com'],
    ['day', ' ２０２６-01-31', '2026-01-31'],
    ['moment', '2026-01-31T09:05:59+08:00', '2026-01-31T09:05:00+08:00'],
    ['moment', '２０２６-01-31 23:59:30', '2026-01-31T23:59:00+08:00'],
    ['moment', '2026-01-31 19:00', '2026-01-31T19:00:00+08:00'],
    ['choices', 'a', ['a']],
    ['choices', ['b', 'a', 'b'], ['b', 'a']],
    ['text', '  字 ', '字'],
    ['personName', '\u{2f800}伟', '丽伟'],
  ])('%s: %j', (kind, typed, kept) => expect(read(kind, typed)).toEqual(kept))

  test('a mobile number is recognised whatever stands before it', () => {
    expect([plainMobile('+86 139 0000 0001'), plainMobile('13900861234')]).toEqual(['13900000001', '13900861234'])
    expect([isMobile('13900000001'), isMobile('+8613900000001'), isMobile('139000000012')]).toEqual([
      true,
      false,
      false,
    ])
  })
})
