import { childOf, childrenOf, type Element } from './xmlReader.ts'

/** The styles that cells refer to by their places in this list. */
const listOf = (styles: Element) => childrenOf(childOf(styles, 'cellXfs'), 'xf')

export const countStyles = (styles: Element): number => listOf(styles).length

/** Which of a workbook's styles show a number as a date or time, in the order of its list of styles (`styles.xml`). */
export function dateStylesOf(styles: Element): boolean[] {
  const formats = childrenOf(childOf(styles, 'numFmts'), 'numFmt')
  const own = new Map(formats.map(({ attributes: { numFmtId, formatCode = '' } }) => [Number(numFmtId), formatCode]))
  return listOf(styles).map(({ attributes }) => {
    const id = Number(attributes.numFmtId ?? 0)
    const format = own.get(id)
    return format === undefined ? isBuiltInDate(id) : isDateFormat(format)
  })
}

/** Formats that every workbook has without saying so; 27 to 36 and 50 to 58 are dates of East Asia. */
const isBuiltInDate = (id: number) =>
  [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ].some(([first, last]) => id >= first! && id <= last!)

/** Its letters for years, months, days, hours, minutes or seconds stand neither in quotes nor in brackets. */
const isDateFormat = (format: string) =>
  /[ymdhs]/i.test(format.replace(/\[[^\]]*\]|"[^"]*"|\\./g, '').replace(/general/i, ''))
