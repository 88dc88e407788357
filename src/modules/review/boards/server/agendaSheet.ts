import { readFileSync } from 'node:fs'
import { type FormRow, toLines } from '#lib/server/documents/formDocument.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'

/** `share`: of the width between the margins, in millimetres. */
export type Column = { name: string; share: number }
/** Documents for a meeting: a table for each kind, then a page for each application. */
export type Agenda = {
  association: string
  colour?: string
  title: string
  about: string
  groups: { title: string; columns: readonly Column[]; rows: string[][] }[]
  pages: Page[]
  /** 签到表, and where votes are counted the sheet to count them on. */
  attendance: Sheet
  votes?: Sheet
}
/** A table to write on, with what is said over and below it. */
export type Sheet = {
  title: string
  notes: string[]
  columns: readonly Column[]
  rows: string[][]
  signatures: string[]
}
export type Page = {
  title: string
  about: string
  facts: FormRow[]
  /** Rows of time, actor, action and opinion. */
  opinions: string[][]
  openPoints: string[]
}

/** Width between the margins in mm. */
const WIDTH = 174
/** Prepends the common columns of an application table; the name column takes the remaining width. */
export function columnsWith(others: readonly Column[]): readonly Column[] {
  const head = [
    { name: '序号', share: 12 },
    { name: '编号', share: 34 },
  ]
  const taken = [...head, ...others].reduce((sum, { share }) => sum + share, 0)
  return [...head, { name: '申请', share: WIDTH - taken }, ...others]
}
/** Default last columns for kinds that define none. */
export const DEFAULT_COLUMNS: readonly Column[] = [
  { name: '提交日期', share: 26 },
  { name: '等待审议自', share: 28 },
]
export const OPINION_COLUMNS = ['时间', '经办', '意见']
export const BALLOT = '审议意见：　□ 通过　　□ 不予通过　　□ 下次再议'

const template = readFileSync(new URL('./agenda.typ', import.meta.url), 'utf8')

export function agendaPdf({ pages, ...agenda }: Agenda): Buffer {
  const set = pages.map(({ facts, ...page }) => ({ ...printable(page), lines: toLines(facts) }))
  const words = { opinionColumns: OPINION_COLUMNS, ballot: BALLOT }
  return toPdf(template, { ...printable(agenda), pages: set, ...words })
}
