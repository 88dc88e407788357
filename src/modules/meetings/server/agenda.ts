import { readFileSync } from 'node:fs'
import { longDay, minute, shortDay } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type FormRow, toLines } from '#lib/server/documents/formDocument.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { DOCX, PDF, privateDownload } from '#lib/server/http/download.ts'
import { showCase } from '#modules/review/desk/server/case.ts'
import { type Application, kindOf } from '#modules/review/server/applicationKinds.ts'
import { isStampedForm } from '#modules/review/workflow.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { type MeetingRule, ruleSentences } from '../meetingRule.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { appliedRule, lastAttendanceOf, ruleOf } from './attendances.ts'
import { applicationsIn, bodyNames, type Item, type Notes, notesOf, readItems, readMeeting } from './meetings.ts'
import { readSeats } from './seats.ts'

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
  /** Over the facts. */
  heading: string
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
  return [...head, { name: '议题', share: WIDTH - taken }, ...others]
}
/** Default last columns for kinds that define none. */
export const DEFAULT_COLUMNS: readonly Column[] = [
  { name: '提交日期', share: 26 },
  { name: '等待审议自', share: 28 },
]
/** Last column of free items. */
const FREE_COLUMNS: readonly Column[] = [{ name: '报告人', share: 40 }]
export const OPINION_COLUMNS = ['时间', '经办', '意见']
export const BALLOT = '审议意见：　□ 通过　　□ 不予通过　　□ 下次再议'

const template = readFileSync(new URL('./agenda.typ', import.meta.url), 'utf8')

export function agendaPdf({ pages, ...agenda }: Agenda): Buffer {
  const set = pages.map(({ facts, ...page }) => ({ ...printable(page), lines: toLines(facts) }))
  const words = { opinionColumns: OPINION_COLUMNS, ballot: BALLOT }
  return toPdf(template, { ...printable(agenda), pages: set, ...words })
}

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
function attendanceSheet(rule: MeetingRule, who: readonly string[][]): Sheet {
  const count = Math.min(MAX_ATTENDANCE_ROWS, who.length > 0 ? who.length : (rule.entitled ?? DEFAULT_ATTENDANCE_ROWS))
  const heads = rule.entitled === null ? '应到　　人' : `应到 ${rule.entitled} 人`
  return {
    title: '签到表',
    notes: [`${heads}，实到　　人，请假　　人。${ruleSentences(rule)[0]}。`],
    columns: ATTENDANCE,
    rows: Array.from({ length: count }, (_, i) => [String(i + 1), who[i]?.[0] ?? '', who[i]?.[1] ?? '', '', '']),
    signatures: ['主持人', '记录人'],
  }
}

const VOTES: readonly Column[] = [
  { name: '序号', share: 12 },
  { name: '编号', share: 34 },
  { name: '议题', share: 58 },
  { name: '同意', share: 14 },
  { name: '反对', share: 14 },
  { name: '弃权', share: 14 },
  { name: '回避', share: 14 },
  { name: '结果', share: 14 },
]

/** 表决统计表: what is counted item by item; undefined where nothing is. `items`: place, number, title. */
function votesSheet(rule: MeetingRule, items: readonly string[][]): Sheet | undefined {
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
  'GET /staff/meeting/agenda': async (ctx, { id, format }) => {
    const agenda = await agendaOf(ctx, id)
    const name = `${agenda.title}议程`
    if (format !== 'docx') return privateDownload(`${name}.pdf`, PDF, agendaPdf(agenda))
    // Load the large Word writer only when it is needed.
    const { agendaDocx } = await import('./docx.ts')
    return privateDownload(`${name}.docx`, DOCX, await agendaDocx(agenda))
  },
} satisfies Partial<Handlers<typeof staffMeetingContract>>

export async function agendaOf(ctx: Ctx, id: number): Promise<Agenda> {
  const of = await readMeeting(ctx, id)
  const items = await readItems(ctx, id)
  if (items.length === 0) throw conflict('议程上还没有议题，请先选入申请或加入其他议题')
  const { association, colour } = await readPublicConfig(ctx)
  const notes = await notesOf(ctx, applicationsIn(items))
  const pages: (Page & { group: string; columns: readonly Column[]; row: string[] })[] = []
  for (const item of items) pages.push(await pageOf(ctx, item, notes))
  const groups = [...new Set(pages.map(({ group }) => group))]
  const rule = (await appliedRule(ctx, of)) ?? (await ruleOf(ctx, of))
  const seats = await readSeats(ctx, id)
  const last = await lastAttendanceOf(ctx, of)
  return {
    association: association.name,
    colour,
    title: of.title,
    about: [
      (await bodyNames(ctx)).get(of.bodyId),
      `${longDay(of.meetsOn)} ${of.startsAt}`.trim(),
      of.place,
      `共 ${items.length} 项`,
    ]
      .filter(Boolean)
      .join('　'),
    groups: groups.map(group => {
      const ours = pages.filter(page => page.group === group)
      return {
        title: `${group}（${ours.length} 项）`,
        columns: columnsWith(ours[0]!.columns),
        rows: ours.map(({ row }) => row),
      }
    }),
    pages,
    attendance: attendanceSheet(
      rule,
      seats.length > 0
        ? seats.map(({ personName, name, postName }) => [personName, `${name} ${postName}`])
        : (last?.names ?? []).map(name => [name, '']),
    ),
    votes: votesSheet(
      rule,
      items.map(({ item, number, title }) => [String(item.place), number, title]),
    ),
  }
}

/** The page of a free item: what is proposed, and by whom. */
function freePage({ item, title, kindName }: Item) {
  const place = String(item.place)
  return {
    group: kindName,
    columns: FREE_COLUMNS,
    title: `第 ${place} 项　${title}`,
    about: [kindName, item.presenter && `报告人：${item.presenter}`].filter(Boolean).join('　'),
    heading: '议题内容',
    row: [place, '', title, item.presenter],
    facts: [{ label: '内容', text: item.text || '见会议材料' }],
    opinions: [],
    openPoints: [],
  }
}

async function pageOf(ctx: Ctx, of: Item, all: Notes) {
  return of.about ? applicationPage(ctx, of, of.about, all) : freePage(of)
}

async function applicationPage(ctx: Ctx, { item, kindName }: Item, about: Application, all: Notes) {
  const of = await showCase(ctx, { id: about.id })
  const place = String(item.place)
  const submitted = about.submittedAt ? shortDay(about.submittedAt.toISOString()) : ''
  const notes = all.get(about.id)?.notes
  const glance = notes?.map(({ text }) => text) ?? [submitted, shortDay(of.waiting.since)]
  return {
    group: kindName,
    columns: kindOf(about).agenda?.columns ?? DEFAULT_COLUMNS,
    heading: '申请内容',
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

/** Collects points that a member of the meeting may want to ask about. */
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
