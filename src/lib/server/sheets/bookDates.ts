import { childOf, childrenOf, type Element } from './xmlReader.ts'

/** The styles that cells refer to by their places in this list. */
const listOf = (styles: Element) => childrenOf(childOf(styles, 'cellXfs'), 'xf')

export const countStyles = (styles: Element): number => listOf(styles).length

/** Returns for each style of a workbook (`styles.xml`), in order, whether it shows a number as a date or time. */
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

/** Whether a format contains letters for date or time parts outside quotes and brackets. */
const isDateFormat = (format: string) =>
  /[ymdhs]/i.test(format.replace(/\[[^\]]*\]|"[^"]*"|\\./g, '').replace(/general/i, ''))
