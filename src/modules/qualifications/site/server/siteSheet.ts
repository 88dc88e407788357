import { readFileSync } from 'node:fs'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { PDF, privateDownload } from '#lib/server/http/download.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { paperDownload, signPaper } from '#modules/signatures/server/sealing.ts'
import { conclusionNames, conclusions, findingResultNames, findingResults } from '../../siteReview.ts'
import type { siteContract } from '../siteContract.ts'
import { showSite } from './siteDetail.ts'

type Endpoints = typeof siteContract
type Detail = Output<Endpoints['GET /staff/qualification/site/detail']>

const template = readFileSync(new URL('./siteSheet.typ', import.meta.url), 'utf8')

export const siteSheetHandlers = {
  'GET /staff/qualification/site/sheet': async (ctx, { id }) => {
    const of = await showSite(ctx, { id })
    if (!of.plannedOn) throw conflict('请先安排现场评审，再打印评审记录')
    const { association, colour } = await readPublicConfig(ctx)
    const name = `现场评审记录${of.number && `-${of.number}`}`
    const pdf = siteSheetPdf(of, { association: association.name, colour })
    // Before the review is recorded, the sheet is an empty form.
    if (!of.recordedAt) return privateDownload(`${name}.pdf`, PDF, pdf)
    return paperDownload(ctx, `${name}.pdf`, await signPaper(ctx, pdf, `现场评审记录 ${of.number}`))
  },
} satisfies Partial<Handlers<Endpoints>>

/** 现场评审记录: blank, to be filled in by hand, or as it was recorded; signed either way. */
type From = { association: string; colour?: string }

export function siteSheetPdf(of: Detail, { association, colour }: From): Buffer {
  return toPdf(
    template,
    printable({
      association,
      colour,
      number: of.number,
      facts: factsOf(of),
      declaration: `本人与${of.applicant.name}没有任职、兼职、投资、亲属等可能影响公正的关系，如有隐瞒愿承担责任。`,
      group: of.group.map(({ name, roleName, jobTitle, employers, conflicts, declaredOn }) => [
        `${name}\n${roleName}`,
        jobTitle,
        employers.join('\n') || '未登记',
        conflicts.join('；') || '无冲突',
        declaredOn ?? '',
      ]),
      findings: of.findings.map(({ place, clause, content, result, remark }) => ({
        place: String(place),
        clause,
        content,
        remark,
        results: boxes(findingResults, findingResultNames, result),
      })),
      nonconformities: nonconformityRows(of),
      conclusion: boxes(conclusions, conclusionNames, of.recordedAt ? of.conclusion : null),
      summary: of.summary,
      signatures: [...of.group.map(({ name, roleName }) => `${roleName} ${name}`), '申请单位代表（盖章）'],
    }),
  )
}

const factsOf = (of: Detail): [string, string][] =>
  [
    ['申请单位', of.applicant.name],
    ['统一社会信用代码', of.applicant.creditCode],
    ['申请事项', [of.typeName, of.kindName, of.levelName].filter(Boolean).join('　')],
    ['评审日期', of.days > 1 ? `${longDay(of.plannedOn!)}起 ${of.days} 天` : longDay(of.plannedOn!)],
    ['评审地点', of.place],
    ['观察员', of.observer],
    ['请准备', of.note],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))

/** Prints one box per choice, the chosen one filled. */
const boxes = <Code extends string>(codes: readonly Code[], names: Record<Code, string>, chosen: Code | null) =>
  codes.map(code => `${code === chosen ? '■' : '□'} ${names[code]}`)

/** Room for what is found by hand, as long as nothing is written down. */
const EMPTY_ROWS = 4

const nonconformityRows = ({ list, recordedAt, conclusion }: Detail) => {
  if (list.length === 0 && !recordedAt)
    return Array.from({ length: EMPTY_ROWS }, (_, i) => [String(i + 1), '', '\u3000\n\u3000', '', ''])
  // A negative conclusion ended the application: there is nothing to correct.
  const isOver = conclusion === 'notRecommended'
  return list.map(({ place, clause, description, dueOn, resultName, verifiedOn }) => [
    String(place),
    clause,
    description,
    isOver ? '' : dueOn,
    recordedAt && !isOver ? [resultName, verifiedOn].filter(Boolean).join('\n') : '',
  ])
}
