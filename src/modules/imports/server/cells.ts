import { addDays } from '#lib/dates.ts'
import { offeredOptions } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { isShortened, LOST_DIGITS, type TableCell } from '#lib/server/sheets/tableReader.ts'
import { typedCode } from '#lib/typed.ts'
import type { ImportColumn } from './importKinds.ts'

/** Value of a cell, or why it cannot be read; `unknown`: words that match none of the choices. */
export type Cell = string | { fault: string; unknown?: string }
/** Returns the choice that staff assigned to words that match none of the choices. */
export type Meaning = (text: string) => string | undefined

/** A cell as a form would have it: names become codes, days get the one spelling, and what people type is forgiven. */
export function readCell(column: ImportColumn, typed: string, meaning: Meaning = () => undefined): Cell {
  const text = typed
    .normalize('NFC')
    .replace(/[\u00a0\u200b\ufeff]/g, ' ')
    .trim()
  if (!text) return ''
  switch (column.kind) {
    case 'day':
      return dayOf(text) ?? { fault: '日期无法识别，请写成 2026-01-31 的样子' }
    case 'choice':
      return codeOf(column, meaning(text) ?? text)
    case 'choices':
      return codesOf(column, text, meaning)
    case 'province':
      return provinceOf(meaning(text) ?? text)
    case 'paragraph':
    case 'richText':
      return text
    default:
      return isShortened(text) ? { fault: LOST_DIGITS } : text
  }
}

/** Headings of columns whose cells are numbers of papers. */
const IS_NUMBER = /(编号|证号|号码|代码|考号|文号)$/

/** The text of a cell of a workbook for its column, or why it has none. */
export function cellFor({ kind, label }: ImportColumn, cell: TableCell | undefined): Cell {
  if (typeof cell !== 'object') return cell ?? ''
  if (cell.fault !== undefined) return { fault: cell.fault }
  if (kind === 'day') return cell.day ?? cell.text
  if (cell.isDate && kind !== 'moment' && IS_NUMBER.test(label))
    return { fault: `单元格是日期 ${cell.text}：Excel 可能把号码改成了日期，请把该列设为“文本”格式，重新填写` }
  return cell.text
}

/** Separator between a choice and its parent, as in 政策法规 › 法律法规. */
const PATH_SEPARATOR = ' › '
const leafName = (name: string) => name.split(PATH_SEPARATOR).at(-1)!

/** A choice that stands below another may be named by itself where there is one of that name. */
function codeOf({ options = [] }: ImportColumn, text: string): Cell {
  const found = options.find(({ code, name }) => typedCode(name) === typedCode(text) || code === text)
  if (found) return found.code
  const named = options.filter(
    ({ name }) => name.includes(PATH_SEPARATOR) && typedCode(leafName(name)) === typedCode(text),
  )
  if (named.length === 1) return named[0]!.code
  if (named.length > 1)
    return { fault: `有 ${named.length} 个“${text.slice(0, 20)}”，请写明上级：${choiceList(named)}` }
  return {
    fault: `“${text.slice(0, 20)}”不在可选值之中：${choiceList(offeredOptions(options))}`,
    unknown: text.slice(0, MAX_UNKNOWN_LENGTH),
  }
}

const MAX_LISTED_CHOICES = 8
/** Maximum length, in characters, of unknown words that staff can assign a meaning to. */
const MAX_UNKNOWN_LENGTH = 60
const choiceList = (options: readonly { name: string }[]) =>
  options
    .slice(0, MAX_LISTED_CHOICES)
    .map(({ name }) => name)
    .join('、') + (options.length > MAX_LISTED_CHOICES ? '等，见填写说明' : '')

/** Several in one cell, between whatever people put there. They travel on as they are kept in a form's cell: `a,b`. */
function codesOf(column: ImportColumn, text: string, meaning: Meaning): Cell {
  const codes = text
    .split(/[、，,;；/\n]+/)
    .filter(part => part.trim())
    .map(part => codeOf(column, meaning(part.trim()) ?? part.trim()))
  return codes.find(code => typeof code !== 'string') ?? codes.join(',')
}

/** 江苏, 江苏省 and 320000 are the same. */
function provinceOf(text: string): Cell {
  const found = provinces.find(({ code, name, short }) => [code, name, short].some(one => one === typedCode(text)))
  return (
    found?.code ?? {
      fault: `“${text.slice(0, 20)}”不是省份，请写成“江苏”或“江苏省”`,
      unknown: text.slice(0, MAX_UNKNOWN_LENGTH),
    }
  )
}

/** 2025.3.1, 2025/03/01, 2025年3月1日, 20250301, and the serial number that Excel has for it. */
function dayOf(text: string): string | undefined {
  const typed = typedCode(text.normalize('NFKC').replace(/[ T]\d{1,2}:\d\d.*$/, ''))
  if (/^\d{4,5}(\.\d+)?$/.test(typed) && Number(typed) > 9_999) return addDays('1899-12-30', Math.floor(Number(typed)))
  const [, year, month, day] =
    typed.match(/^(\d{4})(?:[-./年]|(?=\d{4}$))(\d{1,2})(?:[-./月]|(?=\d{2}$))(\d{1,2})日?$/) ?? []
  return year && `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
}
