import { readFileSync } from 'node:fs'
import type { Download } from '#lib/contract.ts'
import { dayOf, longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { DOCX, PDF, privateDownload } from '#lib/server/http/download.ts'
import { groupDefaults, readSetting } from '#modules/settings/server/settings.ts'
import { identityNames, surveyStateNames } from '../surveyWords.ts'
import type { Result } from '../tally.ts'
import { readCounted } from './results.ts'
import { readEntry, stateNow } from './surveys.ts'

/** A part of the report: words, then a table whose first column is wider than the others. */
export type ReportPart = { title: string; lines: string[]; head: string[]; rows: string[][] }
export type Report = { title: string; association: string; facts: string[][]; intro: string[]; parts: ReportPart[] }

const template = readFileSync(new URL('./report.typ', import.meta.url), 'utf8')

/** Groups of open answers that a report shows of each question. */
const MAX_TEXTS = 30

const share = (count: number, of: number) => (of === 0 ? '' : `${((count / of) * 100).toFixed(1)}%`)

/** The report on a survey, as Word or PDF: how many answered, and the result of each question. */
export async function surveyReport(ctx: Ctx, id: number, format: 'docx' | 'pdf'): Promise<Download> {
  const report = printable(await reportOf(ctx, id))
  const name = `${report.title}.${format}`
  if (format === 'pdf') return privateDownload(name, PDF, toPdf(template, report))
  // Loads the large Word writer only when it is needed.
  const { reportDocx } = await import('./reportDocx.ts')
  return privateDownload(name, DOCX, await reportDocx(report))
}

async function reportOf(ctx: Ctx, id: number): Promise<Report> {
  const { of, respondents } = await readEntry(ctx, id)
  const { results, total } = await readCounted(ctx, of)
  const { name: association } = (await readSetting(ctx, 'association')) ?? groupDefaults.association
  return {
    title: `${of.title}：结果报告`,
    association,
    facts: [
      ['署名', identityNames[of.identity]],
      ['状态', surveyStateNames[stateNow(of, ctx)]],
      ...(of.openedAt ? [['发布', longDay(dayOf(of.openedAt))]] : []),
      ...(of.closesAt ? [['截止', longDay(dayOf(of.closesAt))]] : []),
      [
        '收到答卷',
        respondents > 0 ? `${total} 份，名单 ${respondents} 个，${share(total, respondents)}` : `${total} 份`,
      ],
      ['统计日期', longDay(dayOf(ctx.now))],
    ],
    intro: of.intro ? of.intro.split('\n') : [],
    parts: results.map((result, i) => partOf(result, i + 1)),
  }
}

function partOf(result: Result, place: number): ReportPart {
  const { label, asked, answered, numbers, texts, moreTexts } = result
  const rest = texts.length - MAX_TEXTS + moreTexts
  return {
    title: `${place}. ${label}`,
    lines: [
      `问到 ${asked} 份，回答 ${answered} 份。`,
      ...(numbers
        ? [
            `合计 ${numbers.sum}，平均 ${numbers.mean}，中位数 ${numbers.median}，最小 ${numbers.min}，最大 ${numbers.max}。`,
          ]
        : []),
      ...texts.slice(0, MAX_TEXTS).map(({ text, count }) => `· ${text}${count > 1 ? `（${count} 份相同）` : ''}`),
      ...(rest > 0 ? [`另有 ${rest} 种回答，见导出的数据。`] : []),
    ],
    ...tableOf(result),
  }
}

function tableOf({ answered, options, ranks, lines }: Result): Pick<ReportPart, 'head' | 'rows'> {
  if (options.length > 0)
    return {
      head: ['选项', '份数', '占回答的'],
      rows: options.map(({ name, count }) => [name, `${count}`, share(count, answered)]),
    }
  if (ranks.length > 0)
    return {
      head: ['选项', '平均名次', '排第一的'],
      rows: ranks.map(({ name, mean, first }) => [name, mean === null ? '' : `${mean}`, `${first}`]),
    }
  const [first] = lines
  if (!first) return { head: [], rows: [] }
  return {
    head: ['项目', ...first.counts.map(({ name }) => name)],
    rows: lines.map(({ name, counts }) => [name, ...counts.map(({ count }) => `${count}`)]),
  }
}
