import { describe, expect, test } from 'vitest'
import { drawnTextOf } from '#test/support/drawnText.ts'
import { toPdf, toSvg } from './pdf.ts'
import {
  MAIN_FONTS,
  rareFontsFor,
  refuseUndrawable,
  spellUndrawable,
  toJson,
  undrawableSigns,
  unpackFont,
} from './signs.ts'

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i))

/** Ideographs of GB 18030-2022 at implementation level 3: those of Unicode 11, and the Kangxi radicals. */
const LEVEL_3 = [
  [0x4e00, 0x9fef],
  [0x3400, 0x4db5],
  [0x20000, 0x2a6d6],
  [0x2a700, 0x2b734],
  [0x2b740, 0x2b81d],
  [0x2b820, 0x2cea1],
  [0x2ceb0, 0x2ebe0],
  [0x2f00, 0x2fd5],
] as const

describe('the signs that documents show', () => {
  test('are all ideographs of GB 18030-2022 at level 3', () => {
    for (const [first, last] of LEVEL_3) expect(undrawableSigns(range(first, last).join('')).join('')).toBe('')
  })

  test('are also of names in Latin, Cyrillic, Greek and Hangul', () => {
    expect(undrawableSigns('Nguyễn Đặng Şule Łukasz Ольга Ελένη 김민준')).toEqual([])
  })

  test('do not include invisible ones, which need no drawing', () => {
    expect(undrawableSigns('a\u200b\u200d\ufe0f\u{e0100}\u3000\u2003\n')).toEqual([])
  })

  test('need no other font for common names, and one for a rare one', () => {
    expect(rareFontsFor('欧阳震华，ABC·阿卜杜热合曼')).toEqual([])
    expect(rareFontsFor('赵𠮷𠮷𱍊')).toMatchObject([{ signs: '𠮷' }, { signs: '𱍊' }])
  })

  test('are in the packed fonts as their list says', { timeout: 240_000 }, () => {
    const fonts = rareFontsFor(`${range(0x20000, 0x323af).join('')}ễ김☃`)
    expect(fonts.length).toBeGreaterThan(15)
    for (const { font } of fonts) {
      expect(unpackFont(font).length).toBe(font.bytes)
      // Compiled alone, a document fails where the font lacks one of its signs.
      const signs = font.ranges.flat().map(sign => String.fromCodePoint(sign))
      expect(
        toPdf('#set text(font: "Noto Sans SC")\n#json(bytes(sys.inputs.data))', signs.join(' '), 'a-2b'),
      ).toBeTruthy()
    }
  })

  test('may stand in any number in a paragraph', () => {
    const template = '#set text(font: "Noto Sans SC")\n#json(bytes(sys.inputs.data))'
    expect(toPdf(template, 'ž김𠀋龘'.repeat(2_000), 'a-2a').length).toBeGreaterThan(10_000)
  })

  test('are those of this text, whichever were in the text before', async () => {
    const template = '#set text(font: "Noto Sans SC")\n#repr(json(bytes(sys.inputs.data)))'
    // The last bytes of these are the same.
    for (const text of ['ӽ', 'ҽ', '훽', '⩆', '뵡'])
      expect(await drawnTextOf(toPdf(template, [text], 'a-2b')), text).toBe(`("${text}",)`)
  })

  test('are composed of marks that were typed apart, without a font of the typesetter or other letters than were typed', async () => {
    const template = '#set text(font: "Noto Sans SC")\n#for line in json(bytes(sys.inputs.data)) [ #line \\ ]'
    const typed = ['constructor', 'Ề'.normalize('NFD'), 'l\u032d', 'ć'.normalize('NFD'), 'ṧ'.normalize('NFD')]
    const blank = ['\u2009\u{e0129}甲', '乙\u{e0100}丙']
    const found = await drawnTextOf(toPdf(template, [...typed, ...blank], 'a-2b'))
    expect(found.normalize('NFC')).toBe('constructorỀḽćṧ甲乙丙')
    // Of these the composed form is another ideograph.
    expect(JSON.parse(toJson('\uf900\u{2f800}'))).toBe('\uf900\u{2f800}')
  })

  test('are the same in both weights of the main font', () => {
    expect(MAIN_FONTS).toHaveLength(2)
    const bold = '#set text(font: "Noto Sans SC", weight: "bold")\n#json(bytes(sys.inputs.data))'
    expect(toPdf(bold, range(0x4e00, 0x4fff).join(''), 'a-2b')).toBeTruthy()
  })

  test('never come from the machine: what our fonts lack is written as its code', () => {
    expect(spellUndrawable('好🦄，郑\u{2ebf0}')).toBe('好〔U+1F984〕，郑〔U+2EBF0〕')
    expect(undrawableSigns('🦄\u{2ebf0}🦄\ue000')).toEqual(['🦄', '\u{2ebf0}', '\ue000'])
    const template = '#set text(font: "Noto Sans SC")\n#json(bytes(sys.inputs.data))'
    // Without a standard nothing but this check keeps a box from being printed.
    expect(toSvg(template, '\u{2ebf0}')).toBe(toSvg(template, '〔U+2EBF0〕'))
    expect(() => refuseUndrawable({ name: '郑\u{2ebf0}' }, '证书 1')).toThrow(
      '证书 1：字体中没有「\u{2ebf0}」（U+2EBF0）',
    )
  })
})
