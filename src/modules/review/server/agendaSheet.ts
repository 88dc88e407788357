import { readFileSync } from 'node:fs'
import { type FormRow, toLines } from '#lib/server/formDocument.ts'
import { toPdf } from '#lib/server/pdf.ts'
import { printable } from '#lib/server/printable.ts'

/** What lies before a meeting: one table for each kind, then a page for each application. */
export type Agenda = {
  association: string
  title: string
  about: string
  groups: { title: string; rows: string[][] }[]
  pages: Page[]
}
export type Page = {
  title: string
  about: string
  facts: FormRow[]
  /** When, who, what, and why. */
  opinions: string[][]
  openPoints: string[]
}

export const GROUP_COLUMNS = ['序号', '编号', '申请人', '提交日期', '等待审议自']
export const OPINION_COLUMNS = ['时间', '经办', '意见']
export const BALLOT = '审议意见：　□ 通过　　□ 不予通过　　□ 下次再议'

const template = readFileSync(new URL('./agenda.typ', import.meta.url), 'utf8')

export function agendaPdf({ pages, ...agenda }: Agenda): Buffer {
  const set = pages.map(({ facts, ...page }) => ({ ...printable(page), lines: toLines(facts) }))
  const words = { groupColumns: GROUP_COLUMNS, opinionColumns: OPINION_COLUMNS, ballot: BALLOT }
  return toPdf(template, { ...printable(agenda), pages: set, ...words })
}
