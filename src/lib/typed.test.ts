import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { organisationNameFault, personNameFault, typedCode, typedLine, typedPersonName, typedText } from './typed.ts'

const INVISIBLE = ['\u200b', '\u200e', '\u202a', '\ufeff', '\u00ad', '\ufe0f', '\u{e0101}', '\u2060', '\u3164']

describe('what nobody sees is not kept', () => {
  test.each(INVISIBLE)('%j within a line, a code, a name and a text', sign => {
    expect(typedLine(`清${sign}源`)).toBe('清源')
    expect(typedCode(`9111${sign}0000`)).toBe('91110000')
    expect(typedPersonName(`${sign}张${sign}三`)).toBe('张三')
    expect(typedText(`清${sign}源\n公司`)).toBe('清源\n公司')
  })

  test('blanks of every width are one blank, and none at the ends', () => {
    expect(typedLine('\u3000清源\u00a0公司\u2003')).toBe('清源 公司')
    expect(typedCode(' 138\u00a00013\u30008000 ')).toBe('13800138000')
    expect(typedText('\u3000一\u00a0二\r\n三\u2028四')).toBe('一 二\n三\n四')
  })

  test('pictures of several signs stay whole in a text', () => {
    for (const picture of ['\u{1f469}\u200d\u{1f52c}', '\u260e\ufe0f', '\u{1f469}\u{1f3fd}\u200d\u{1f680}'])
      expect(typedText(`好${picture}`)).toBe(`好${picture}`)
  })
})

test('a code is half width, with hyphens; radicals of a scanned page are characters', () => {
  expect(typedCode('ＴＳＧ－Ｇ５００１\u20112010')).toBe('TSG-G5001-2010')
  expect(typedLine('\u2f2d西省')).toBe('山西省')
})

describe('names of people', () => {
  test.each([
    ['买买提•阿不都', '买买提·阿不都'],
    ['买买提 ・ 阿不都', '买买提·阿不都'],
    ['买买提．阿不都●热合曼', '买买提·阿不都·热合曼'],
    ['买买提.阿不都', '买买提·阿不都'],
    ['欧阳 娜', '欧阳娜'],
    ['O’Brien', "O'Brien"],
    ['ＺＨＡＮＧ\u3000Ｓan', 'ZHANG San'],
    ['Jean‑Luc  Müller', 'Jean-Luc Müller'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(typedPersonName(typed)).toBe(kept)
    expect(personNameFault(kept, '姓名')).toBeNull()
  })

  test.each([
    '张三',
    '尼玛·旺堆',
    '阿卜杜热合曼·阿卜杜克热木·伊敏江·买买提艾力·吾布力',
    '李〇',
    '𠮷野',
    '김민수',
    'Nguyễn Văn Á',
    'José M. García-López',
    '王A',
    'Ёлкина Анна',
  ])('%s is one', name => {
    expect(personNameFault(typedPersonName(name), '姓名')).toBeNull()
  })

  test.each([
    ['张', '姓名应为全名，至少 2 个字'],
    ['张三2', '姓名中不会出现“2”'],
    ['张三（经理）', '姓名中不会出现“（）”'],
    ['·张三', '姓名应以文字开头'],
    ['张'.repeat(51), '姓名不能超过 50 个字，现有 51 个'],
  ])('%s is none: %s', (name, fault) => {
    expect(personNameFault(name, '姓名')).toBe(fault)
  })
})

describe('names of organisations', () => {
  test.each([
    '北京清源锅炉清洗有限公司',
    'ABB (China) Co., Ltd.',
    '上海“智慧”能源科技有限公司',
    '《锅炉技术》杂志社',
    '强生&强生（中国）有限公司',
    'A+B/C 设备 #2 厂',
    '西藏·拉萨热力公司',
    'Société Générale S.A. 北京代表处',
  ])('%s is one', name => {
    expect(organisationNameFault(typedLine(name), '单位名称')).toBeNull()
  })

  test('a sign that no licence has is named', () => {
    expect(organisationNameFault('清源<b>公司', '单位名称')).toBe('单位名称中不会出现“<>”，请与证照核对')
    expect(organisationNameFault('12345', '单位名称')).toBe('单位名称应为证照上的全称')
    expect(organisationNameFault('锅炉', '单位名称')).toBe('单位名称应为证照上的全称，至少 4 个字')
  })
})

test('read twice is read once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), typed => {
      for (const read of [typedLine, typedCode, typedText, typedPersonName]) expect(read(read(typed))).toBe(read(typed))
    }),
    { numRuns: 3000 },
  )
})
