import { DomUtils } from 'htmlparser2'
import { type Element, isElement, type Tree } from '#lib/html/tree.ts'

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child): child is Element => isElement(child) && child.name === name)
export const val = (element: Element | undefined): string | undefined => element?.attribs['w:val']
const all = (tree: Tree | undefined, name: string) => (tree ? DomUtils.getElementsByTagName(name, tree) : [])

type Level = { format: string; text: string; start: number; isLegal: boolean; style: string | undefined }
type Style = { name: string; basedOn?: string; numId?: string; level?: string; align?: string; outline?: string }
export type Styles = ReturnType<typeof readStyles>

/** Paragraph styles, each with what it takes from the style that it is based on. */
export function readStyles(tree: Tree | undefined) {
  const styles = new Map<string, Style>()
  let byDefault = ''
  for (const style of all(tree, 'w:style')) {
    if (style.attribs['w:type'] !== 'paragraph') continue
    const properties = childOf(style, 'w:pPr')
    const numbers = childOf(properties, 'w:numPr')
    styles.set(style.attribs['w:styleId'] ?? '', {
      name: val(childOf(style, 'w:name')) ?? '',
      basedOn: val(childOf(style, 'w:basedOn')),
      numId: val(childOf(numbers, 'w:numId')),
      level: val(childOf(numbers, 'w:ilvl')),
      align: val(childOf(properties, 'w:jc')),
      outline: val(childOf(properties, 'w:outlineLvl')),
    })
    if (style.attribs['w:default'] === '1') byDefault = style.attribs['w:styleId'] ?? ''
  }
  /** Steps to the base style at most, since styles of a broken file may name each other. */
  const MAX_STEPS = 20
  const of = (id: string | undefined, property: 'numId' | 'level' | 'align' | 'outline'): string | undefined => {
    let style = styles.get(id ?? byDefault)
    for (let step = 0; style && step < MAX_STEPS; step++) {
      if (style[property] !== undefined) return style[property]
      style = style.basedOn === undefined ? undefined : styles.get(style.basedOn)
    }
    return undefined
  }
  return { of, all: styles }
}

type Marker = { format: string; text: string; level: number; list: string }

/** Counts the numbered paragraphs of a document, in their order, as Word does (ECMA-376 part 1, section 17.9). */
export function makeCounter(tree: Tree | undefined) {
  const kinds = new Map<string, Map<number, Level>>()
  for (const kind of all(tree, 'w:abstractNum')) {
    const levels = kind.children.filter((child): child is Element => isElement(child) && child.name === 'w:lvl')
    kinds.set(
      kind.attribs['w:abstractNumId'] ?? '',
      new Map(levels.map(level => [Number(level.attribs['w:ilvl']), readLevel(level)])),
    )
  }
  const lists = new Map<string, { kind: string; starts: Map<number, number> }>()
  for (const list of all(tree, 'w:num')) {
    const overrides = list.children.filter(
      (child): child is Element => isElement(child) && child.name === 'w:lvlOverride',
    )
    const starts = overrides.flatMap(one => {
      const start = val(childOf(one, 'w:startOverride'))
      return start === undefined ? [] : [[Number(one.attribs['w:ilvl']), Number(start)] as const]
    })
    lists.set(list.attribs['w:numId'] ?? '', {
      kind: val(childOf(list, 'w:abstractNumId')) ?? '',
      starts: new Map(starts),
    })
  }
  const counts = new Map<string, number[]>()
  const begun = new Set<string>()
  return (numId: string, level: number | undefined, style: string | undefined): Marker | undefined => {
    const list = lists.get(numId)
    const levels = list && kinds.get(list.kind)
    if (!levels) return
    const at = level ?? [...levels].find(([, one]) => one.style !== undefined && one.style === style)?.[0] ?? 0
    const known = levels.get(at)
    if (!known) return
    const count = counts.get(list.kind) ?? []
    counts.set(list.kind, count)
    const restart = begun.has(`${numId} ${at}`) ? undefined : list.starts.get(at)
    begun.add(`${numId} ${at}`)
    count[at] = restart ?? (count[at] === undefined ? known.start : count[at] + 1)
    count.length = at + 1
    const text = known.text.replace(/%([1-9])/g, (_, digit: string) => {
      const other = levels.get(Number(digit) - 1)
      const number = count[Number(digit) - 1] ?? other?.start ?? 1
      return numberText(number, known.isLegal ? 'decimal' : (other?.format ?? 'decimal'))
    })
    return { format: known.format, text: known.format === 'bullet' ? '·' : text, level: at, list: numId }
  }
}

const readLevel = (level: Element): Level => ({
  format: val(childOf(level, 'w:numFmt')) ?? 'decimal',
  text: val(childOf(level, 'w:lvlText')) ?? '',
  start: Number(val(childOf(level, 'w:start')) ?? 1),
  isLegal: childOf(level, 'w:isLgl') !== undefined,
  style: val(childOf(level, 'w:pStyle')),
})

const DIGITS = '〇一二三四五六七八九'
const LEGAL_DIGITS = '零壹贰叁肆伍陆柒捌玖'

/** 12 as 十二; up to 9999. */
function chinese(
  number: number,
  digits: string,
  [ten, hundred, thousand]: readonly string[],
  isShort: boolean,
): string {
  if (number > 9_999) return String(number)
  const units = ['', ten!, hundred!, thousand!]
  const text = [...String(number)]
    .map((digit, i, { length }) => (digit === '0' ? '0' : `${digits[Number(digit)]}${units[length - 1 - i]}`))
    .join('')
    .replace(/0+$/, '')
    .replace(/0+/g, '零')
  return isShort ? text.replace(new RegExp(`^${digits[1]}${ten}`), ten!) : text
}

/** Writes a number in a format of Word's lists; unknown formats are written in digits. */
export function numberText(number: number, format: string): string {
  const letters = (first: number) => String.fromCharCode(first + ((number - 1) % 26)).repeat(Math.ceil(number / 26))
  switch (format) {
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'taiwaneseCounting':
    case 'taiwaneseCountingThousand':
    case 'japaneseCounting':
      return chinese(number, DIGITS, ['十', '百', '千'], true)
    case 'chineseLegalSimplified':
    case 'ideographLegalTraditional':
      return chinese(number, LEGAL_DIGITS, ['拾', '佰', '仟'], false)
    case 'ideographDigital':
    case 'japaneseDigitalTenThousand':
    case 'taiwaneseDigital':
      return String(number).replace(/\d/g, digit => DIGITS[Number(digit)]!)
    case 'ideographTraditional':
      return '甲乙丙丁戊己庚辛壬癸'[number - 1] ?? String(number)
    case 'ideographZodiac':
      return '子丑寅卯辰巳午未申酉戌亥'[number - 1] ?? String(number)
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return number <= 20 ? String.fromCodePoint(0x2460 + number - 1) : String(number)
    case 'decimalEnclosedParen':
      return number <= 20 ? String.fromCodePoint(0x2474 + number - 1) : `(${number})`
    case 'decimalEnclosedFullstop':
      return number <= 20 ? String.fromCodePoint(0x2488 + number - 1) : `${number}.`
    case 'decimalZero':
      return String(number).padStart(2, '0')
    case 'lowerLetter':
      return number > 0 ? letters(97) : ''
    case 'upperLetter':
      return number > 0 ? letters(65) : ''
    case 'lowerRoman':
      return roman(number).toLowerCase()
    case 'upperRoman':
      return roman(number)
    case 'none':
    case 'bullet':
      return ''
    default:
      return String(number)
  }
}

const ROMAN = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const

function roman(number: number): string {
  if (number > 3_999) return String(number)
  let left = number
  return ROMAN.map(([value, letters]) => {
    const times = Math.floor(left / value)
    left -= times * value
    return letters.repeat(times)
  }).join('')
}
