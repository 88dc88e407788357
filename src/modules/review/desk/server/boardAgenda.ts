import { longDay, minute, shortDay } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { DOCX, PDF, privateDownload } from '#lib/server/http/download.ts'
import { nameOfBoard } from '#modules/review/boards/board.ts'
import { type BoardRule, ruleSentences } from '#modules/review/boards/boardRule.ts'
import type { staffBoardContract } from '#modules/review/boards/contract.ts'
import {
  type Agenda,
  agendaPdf,
  type Column,
  columnsWith,
  DEFAULT_COLUMNS,
  type Page,
  type Sheet,
} from '#modules/review/boards/server/agendaSheet.ts'
import { appliedRule, lastAttendanceOf } from '#modules/review/boards/server/attendances.ts'
import { readBoardRule } from '#modules/review/boards/server/boardRules.part.ts'
import { type Item, type Notes, notesOf, readBoard, readItems } from '#modules/review/boards/server/boards.ts'
import { showCase } from '#modules/review/desk/server/case.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { isStampedForm } from '#modules/review/workflow.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'

/** Rows of the attendance sheet if the rule does not say how many are entitled. */
const DEFAULT_ATTENDANCE_ROWS = 20
const MAX_ATTENDANCE_ROWS = 300

const ATTENDANCE: readonly Column[] = [
  { name: '序号', share: 14 },
  { name: '姓名', share: 34 },
  { name: '单位与职务', share: 60 },
  { name: '签名', share: 40 },
  { name: '备注', share: 26 },
]

/** 签到表: a row for each who is entitled; names from the last meeting of its kind, where they were written down. */
function attendanceSheet(rule: BoardRule, names: readonly string[]): Sheet {
  const count = Math.min(MAX_ATTENDANCE_ROWS, Math.max(rule.entitled ?? DEFAULT_ATTENDANCE_ROWS, names.length))
  const heads = rule.entitled === null ? '应到　　人' : `应到 ${rule.entitled} 人`
  return {
    title: '签到表',
    notes: [`${heads}，实到　　人，请假　　人。${ruleSentences(rule)[0]}。`],
    columns: ATTENDANCE,
    rows: Array.from({ length: count }, (_, i) => [String(i + 1), names[i] ?? '', '', '', '']),
    signatures: ['主持人', '记录人'],
  }
}

const VOTES: readonly Column[] = [
  { name: '序号', share: 12 },
  { name: '编号', share: 34 },
  { name: '申请', share: 58 },
  { name: '同意', share: 14 },
  { name: '反对', share: 14 },
  { name: '弃权', share: 14 },
  { name: '回避', share: 14 },
  { name: '结果', share: 14 },
]

/** 表决统计表: what is counted item by item; undefined where nothing is. `items`: place, number, title. */
function votesSheet(rule: BoardRule, items: readonly string[][]): Sheet | undefined {
  if (!rule.vote) return undefined
  return {
    title: '表决统计表',
    notes: [`${ruleSentences(rule)[1]}。回避的人不计入基数。`],
    columns: VOTES,
    rows: items.map(item => [...item, '', '', '', '', '']),
    signatures: ['监票人', '计票人', '主持人'],
  }
}

export const agendaHandlers = {
  'GET /staff/board/agenda': async (ctx, { id, format }) => {
    const agenda = await agendaOf(ctx, id)
    const name = `${agenda.title}议程`
    if (format !== 'docx') return privateDownload(`${name}.pdf`, PDF, agendaPdf(agenda))
    // Load the large Word writer only when it is needed.
    const { agendaDocx } = await import('#modules/review/boards/server/agendaDocx.ts')
    return privateDownload(`${name}.docx`, DOCX, await agendaDocx(agenda))
  },
} satisfies Partial<Handlers<typeof staffBoardContract>>

async function agendaOf(ctx: Ctx, id: number): Promise<Agenda> {
  const of = await readBoard(ctx, id)
  const items = await readItems(ctx, id)
  if (items.length === 0) throw conflict('议程上还没有申请，请先从待审议的申请中选入')
  const { association, colour } = await readPublicConfig(ctx)
  const notes = await notesOf(
    ctx,
    items.map(({ about }) => about),
  )
  const pages: (Page & { kind: string; row: string[] })[] = []
  for (const item of items) pages.push(await pageOf(ctx, item, notes))
  const kinds = [...new Set(pages.map(({ kind }) => kind))]
  const rule = (await appliedRule(ctx, of)) ?? (await readBoardRule(ctx, of.kind))
  const last = await lastAttendanceOf(ctx, of)
  return {
    association: association.name,
    colour,
    title: of.title,
    about: [nameOfBoard(of.kind), longDay(of.meetsOn), of.place, `共 ${items.length} 项`].filter(Boolean).join('　'),
    groups: kinds.map(kind => {
      const rows = pages.filter(page => page.kind === kind).map(({ row }) => row)
      const { name, agenda } = kindOf({ kind })
      return { title: `${name}（${rows.length} 项）`, columns: columnsWith(agenda?.columns ?? DEFAULT_COLUMNS), rows }
    }),
    pages,
    attendance: attendanceSheet(rule, last?.names ?? []),
    votes: votesSheet(
      rule,
      items.map(({ item, about }) => [String(item.place), about.number ?? '', about.title]),
    ),
  }
}

async function pageOf(ctx: Ctx, { item, about }: Item, all: Notes) {
  const of = await showCase(ctx, { id: about.id })
  const place = String(item.place)
  const submitted = about.submittedAt ? shortDay(about.submittedAt.toISOString()) : ''
  const notes = all.get(about.id)?.notes
  const glance = notes?.map(({ text }) => text) ?? [submitted, shortDay(of.waiting.since)]
  return {
    kind: about.kind,
    title: `第 ${place} 项　${of.title}`,
    about: `${of.kindName}　编号 ${of.number ?? ''}`,
    row: [place, of.number ?? '', of.title, ...glance],
    facts: [
      ...(notes ?? []),
      ...of.form
        .filter(({ text, masked, html, picture }) => text && !masked && !html && !picture)
        .map(({ label, text }) => ({ label, text })),
    ],
    opinions: of.timeline
      .filter(({ by }) => by === 'staff')
      .map(({ at, actorName, actionName, opinion, votes, remarks }) => {
        const said = [
          opinion,
          votes && `表决：${votes}`,
          ...remarks.map(({ label, text }) => `${label}：${text}`),
        ].filter(Boolean)
        return [minute(at), actorName, [actionName, ...said].join('\n')]
      }),
    openPoints: openPoints(of),
  }
}

/** Collects points that a member of the board may want to ask about. */
function openPoints({ isConfirmed, materials, timeline }: Awaited<ReturnType<typeof showCase>>): string[] {
  const lastReturn = timeline.findLast(({ action }) => action === 'return')
  const answered = timeline.findLast(({ action }) => action === 'submit')?.remarks ?? []
  const unanswered = (lastReturn?.remarks ?? []).filter(
    ({ label }) => !answered.some(remark => remark.label === label && remark.answer),
  )
  // An application that is confirmed online needs no stamped form.
  const missing = materials.filter(
    ({ slot, required, files }) => required && files.length === 0 && !(isConfirmed && isStampedForm(slot)),
  )
  return [
    ...missing.map(({ name }) => `未提交：${name}`),
    ...materials.flatMap(({ name, match }) => (match && match !== 'current' ? `${name}：${mismatches[match]}` : [])),
    ...unanswered.map(({ label, text }) => `曾要求补正“${label}：${text}”，申请人未作说明`),
  ]
}

const mismatches = {
  outdated: '打印后内容有改动',
  other: '不是这份申请的表',
  none: '未识别到二维码，请人工核对',
  unread: '二维码尚未识别完，请人工核对',
}
