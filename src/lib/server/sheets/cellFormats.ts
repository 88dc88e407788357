import { childOf, childrenOf, type Element } from './xmlReader.ts'

/** How a cell shows its number. `show`: for formats that show more than the value, such as leading zeros or letters. */
export type CellFormat = { isDate: boolean; show?: (value: number) => string }

/** The styles that cells refer to by their places in this list. */
const listOf = (styles: Element) => childrenOf(childOf(styles, 'cellXfs'), 'xf')

export const countStyles = (styles: Element): number => listOf(styles).length

/** Returns the format of each style of a workbook (`styles.xml`), in order. */
export async function cellFormatsOf(styles: Element): Promise<CellFormat[]> {
  const formats = childrenOf(childOf(styles, 'numFmts'), 'numFmt')
  const own = new Map(formats.map(({ attributes: { numFmtId, formatCode = '' } }) => [Number(numFmtId), formatCode]))
  return Promise.all(
    listOf(styles).map(({ attributes }) => {
      const id = Number(attributes.numFmtId ?? 0)
      const code = own.get(id)
      return code === undefined ? builtInFormat(id) : cellFormat(code)
    }),
  )
}

/** Formats that every workbook has without saying so (ECMA-376, part 1, 18.8.30). */
const builtInFormat = async (id: number): Promise<CellFormat> =>
  id === 9 || id === 10 ? cellFormat(id === 9 ? '0%' : '0.00%') : { isDate: isBuiltInDate(id) }

/** 27 to 36 and 50 to 58 are dates of East Asia. */
const isBuiltInDate = (id: number) =>
  [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ].some(([first, last]) => id >= first! && id <= last!)

export async function cellFormat(code: string): Promise<CellFormat> {
  if (isDateFormat(code)) return { isDate: true }
  if (!showsMore(code)) return { isDate: false }
  const { SSF } = await import('@e965/xlsx')
  const decimals = decimalsIn(code)
  return {
    isDate: false,
    show: value => {
      const plain = plainNumber(value)
      const exact = Number((value * (isPercent(code) ? 100 : 1)).toFixed(decimals)) / (isPercent(code) ? 100 : 1)
      if (Math.abs(exact - value) > Math.abs(value) * 1e-12) return plain
      try {
        return String(SSF.format(code, value)).trim()
      } catch {
        return plain
      }
    },
  }
}

/** A number with the digits that Excel keeps. */
export const plainNumber = (value: number): string => {
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e')
    ? Number(text).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
    : text
}

/** The first section, without colours, conditions, currency, blanks and fillers. */
const firstSection = (code: string) =>
  (code.match(/^(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*/)?.[0] ?? '')
    .replace(/\[[^\]]*\]|_.|\*./g, '')
    .replace(/"([^"]*)"|\\(.)/g, (_, quoted = '', escaped = '') => `\u0001${quoted}${escaped}\u0002`)

const literalsIn = (code: string) =>
  [...firstSection(code).matchAll(/\u0001([^\u0002]*)\u0002/g)].map(([, text]) => text!)
const digitsIn = (code: string) => firstSection(code).replace(/\u0001[^\u0002]*\u0002/g, '')
const isPercent = (code: string) => digitsIn(code).includes('%')
const decimalsIn = (code: string) => (digitsIn(code).match(/\.([0#?]+)/)?.[1] ?? '').length

/** Whether a format shows more than the value: leading zeros, letters and signs of its own, parts of a hundred. */
function showsMore(code: string): boolean {
  const digits = digitsIn(code)
  // Thousands left out, or an exponent: the value itself says more.
  if (/general|@|E[+-]|\/|[0#?],+(?![0#?,])/i.test(digits) || !/[0#?]/.test(digits)) return false
  const text = literalsIn(code).join('')
  return (
    /%|[0#?][-–/ ]+[0#?]|(^|[^.,0#?])0{2,}/.test(digits) ||
    /[\p{L}\p{N}/#.-]/u.test(text.replace(/^(人民币|RMB|CNY)$/i, ''))
  )
}

/** Whether a format contains letters for date or time parts outside quotes and brackets. */
const isDateFormat = (format: string) =>
  /[ymdhs]/i.test(format.replace(/\[[^\]]*\]|"[^"]*"|\\./g, '').replace(/general/i, ''))
