import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, code, day, int, nothing, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { storedFile } from '#modules/files/contract.ts'
import { state } from '#modules/review/stateContract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'
import { archiveContract } from './archiveContract.ts'
import { ballots, countings, proxyHolders, voteBases } from './meetingRule.ts'
import { audiences, MAX_ITEMS, meetingStates, outcomes } from './meetingWords.ts'
import { minutesContract } from './minutesContract.ts'
import { noticeLetterContract } from './noticeLetterContract.ts'
import { seatsContract } from './seatsContract.ts'
import { itemEffect, votesContract } from './votesContract.ts'

const share = z.object({ numerator: z.int(), denominator: z.int(), isStrict: z.boolean() })

export const meetingRule = z.object({
  entitled: z.int().nullable(),
  quorum: share.nullable(),
  vote: z
    .object({ majority: share, of: z.enum(voteBases), ballot: z.enum(ballots), isPublished: z.boolean() })
    .nullable(),
  /** Absent from what was held before meetings had notices and proxies. */
  noticeDays: z.int().nullable().optional(),
  counting: z.enum(countings).optional(),
  proxies: z.object({ holder: z.enum(proxyHolders), max: z.int().nullable(), arePresent: z.boolean() }).optional(),
})

/** Attendance of a meeting; numbers are null if not recorded. */
export const attendance = z.object({
  entitled: z.int().nullable(),
  present: z.int().nullable(),
  onLeave: z.int(),
  names: z.array(z.string()),
  chair: z.string(),
  recorder: z.string(),
})

export const votes = z.object({ yes: z.int(), no: z.int(), abstained: z.int(), recused: z.int() })

export const meetingRecords = {
  meetingRule: {
    who: 'staff:decide',
    confirm: true,
    called: '会议规则',
    list: listing(siteRecord.extend({ sentences: z.array(z.string()) })),
  },
  agendaKind: { who: 'staff:decide', called: '议题种类', list: listing(siteRecord) },
} as const satisfies Record<string, RecordType>

/** Null: it was not filled in; what must be is told with everything else that is wrong. */
const count = z
  .int('应为不小于 0 的整数')
  .min(0, '应为不小于 0 的整数')
  .max(99_999, '数字过大')
  .nullable()
  .default(null)

export const known = { id: int, version: int }
export const changed = z.object({
  id: z.int(),
  version: z.int(),
  state: z.enum(meetingStates),
  stateName: z.string(),
})

const filters = {
  state: z.enum(meetingStates, '不是有效的状态').optional(),
  bodyId: int.optional(),
  key: text(60).optional(),
}
const meetingRow = z.object({
  id: z.int(),
  title: z.string(),
  bodyId: z.int(),
  bodyName: z.string(),
  meetsOn: z.string(),
  startsAt: z.string(),
  place: z.string(),
  state: z.enum(meetingStates),
  stateName: z.string(),
  /** A written procedure, and until when it votes. */
  isWritten: z.boolean(),
  votesUntil: z.string().nullable(),
  version: z.int(),
  items: z.int(),
})
const startTime = z.union([z.literal(''), z.iso.time({ precision: -1, message: '应为时间，例如 09:30' })]).default('')
const choice = z.object({ id: z.int(), name: z.string() })
const paper = z.object({
  paperId: z.int(),
  file: storedFile,
  audience: z.enum(audiences),
  audienceName: z.string(),
  /** Seats that opened it. */
  readers: z.int(),
})
/** Fields of an application in lists of a meeting. */
const matter = {
  applicationId: z.int(),
  number: z.string(),
  kind: z.string(),
  kindName: z.string(),
  title: z.string(),
  /** Notes that its kind shows to a meeting. */
  notes: z.array(z.object({ label: z.string(), text: z.string() })),
  status: state,
  statusName: z.string(),
  since: z.string(),
}

export const section: Section = { title: '会议' }

export const staffMeetingContract = {
  ...seatsContract,
  ...votesContract,
  ...minutesContract,
  ...archiveContract,
  ...noticeLetterContract,
  'GET /staff/meeting/list': {
    who: 'staff:decide',
    summary: '会议列表，未记录的在前，会期近的在前',
    ...paged(filters, meetingRow),
    example: { state: 'planned', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/meeting/export': {
    who: 'staff:decide',
    summary: '按列表的筛选条件导出会议',
    input: z.object(filters),
    output: 'file',
    example: { state: 'recorded' },
  },
  'GET /staff/meeting/detail': {
    who: 'staff:decide',
    summary: '一次会议：适用的规则、出席、议程、票数、决定、会议纪要，以及据此拟的公示文稿与文章',
    input: byId,
    output: meetingRow.extend({
      agenda: z.array(
        z.object({
          itemId: z.int(),
          /** Null: a free item, with its kind, text and presenter. */
          applicationId: z.int().nullable(),
          kindId: z.int().nullable(),
          number: z.string(),
          kindName: z.string(),
          title: z.string(),
          text: z.string(),
          presenter: z.string(),
          notes: matter.notes,
          /** State of the application now; empty for a free item. */
          statusName: z.string(),
          papers: z.array(paper),
          /** Why the caller may not record this one; empty where they may. */
          hindrance: z.string(),
          outcome: z.enum(outcomes).nullable(),
          outcomeName: z.string(),
          reason: z.string(),
          /** Null: nothing was counted. */
          votes: votes.extend({ words: z.string() }).nullable(),
          /** What its own vote decided, which the record takes over; null: it was not voted on by itself. */
          decided: z
            .object({ outcome: z.enum(outcomes), reason: z.string(), words: z.string(), isQuorate: z.boolean() })
            .nullable(),
          effect: itemEffect.nullable(),
        }),
      ),
      /** Rule that applies to the meeting; null: recorded before there were rules. */
      rule: meetingRule.extend({ sentences: z.array(z.string()) }).nullable(),
      /** Null: nobody has said who was there. */
      attendance: attendance.nullable(),
      /** Attendance of the last meeting of its kind, as a starting point. */
      lastAttendance: attendance.nullable(),
      /** Attendance as it was checked in, which the record takes over; null: nobody was, or it is recorded. */
      counted: z
        .object({
          entitled: z.int(),
          present: z.int(),
          /** Of those present, who has not left. */
          presentNow: z.int(),
          votes: z.int(),
          onLeave: z.int(),
          names: z.array(z.string()),
        })
        .nullable(),
      opinion: z.string(),
      minutes: z.array(storedFile),
      /** Papers of the meeting itself. */
      papers: z.array(paper),
      onlineUrl: z.string(),
      actorName: z.string(),
      updatedAt: z.string(),
      recordedAt: z.string().nullable(),
      /** Announcements as HTML for an article, one for each kind with passed applications. */
      announcements: z.array(
        z.object({
          kind: z.string(),
          title: z.string(),
          html: z.string(),
          /** Article made from it; null if there is none. */
          article: z.object({ title: z.string(), stateName: z.string(), route: z.string() }).nullable(),
        }),
      ),
      /** Names the colleagues who may create articles if the caller may not; empty if the caller may. */
      writers: z.string(),
    }),
    example: { id: 1 },
  },
  'GET /staff/meeting/candidates': {
    who: 'staff:decide',
    summary: '待审议、尚未列入任何会议的申请，等得最久的在前',
    ...paged({ kind: code.optional(), key: text(60).optional() }, z.object(matter)),
    example: { pageNum: 1, pageSize: 20 },
  },
  'GET /staff/meeting/agenda': {
    who: 'staff:decide',
    summary: '会议议程：每类事项一张表，每份申请一页（PDF，或可修改的 DOCX）',
    input: z.object({ id: int, format: z.enum(['pdf', 'docx'], '应为 pdf 或 docx').default('pdf') }),
    output: 'file',
    example: { id: 1, format: 'pdf' },
  },
  'POST /staff/meeting/save': {
    who: 'staff:decide',
    summary: '新建会议，或修改尚未记录的会议的名称、时间、地点',
    input: z.object({
      id: int.optional(),
      version: int.optional(),
      title: text(60).min(1, '请填写会议名称'),
      bodyId: int,
      meetsOn: day,
      startsAt: startTime,
      place: text(60).default(''),
      onlineUrl: z
        .union([z.literal(''), z.url({ protocol: /^https?$/, message: '应为 http 或 https 开头的网址' })])
        .default(''),
      /** 通讯表决: nobody assembles; each seat votes until this time. */
      isWritten: z.boolean().default(false),
      votesUntil: z.iso.datetime({ offset: true, message: '应为时间' }).nullish(),
    }),
    output: changed,
    example: {
      title: '第六届理事会第三次会议',
      bodyId: 2,
      meetsOn: '2026-12-08',
      startsAt: '09:30',
      place: '协会会议室',
    },
  },
  'POST /staff/meeting/items': {
    who: 'staff:decide',
    summary: '议程，按审议的顺序给出全部议题：选入申请、移除、调整顺序都用它；移除其他议题的，其内容与材料一并删除',
    input: z.object({
      ...known,
      items: z
        .array(
          z.union([z.object({ itemId: int }), z.object({ applicationId: int })], '应为议题或申请'),
          '应为议题的列表',
        )
        .max(MAX_ITEMS, `一次会议最多 ${MAX_ITEMS} 项`),
    }),
    output: changed,
    example: { id: 1, version: 1, items: [{ applicationId: 3 }, { itemId: 1 }] },
  },
  'POST /staff/meeting/item/save': {
    who: 'staff:decide',
    summary: '在议程末尾加入一项申请以外的议题，或修改它',
    input: z.object({
      ...known,
      itemId: int.optional(),
      kindId: int,
      title: text(100).min(1, '请填写议题'),
      text: text(5000).default(''),
      presenter: text(40).default(''),
    }),
    output: changed,
    example: { id: 1, version: 1, kindId: 1, title: '2026 年度工作报告', presenter: '秘书长' },
  },
  'POST /staff/meeting/paper/add': {
    who: 'staff:decide',
    summary: '为会议或其中一项议题加入材料，并写明给谁看',
    input: z.object({
      id: int,
      itemId: int.nullish(),
      fileIds: z.array(int, '应为文件的列表').min(1, '请选择文件').max(10, '一次最多 10 个文件'),
      audience: z.enum(audiences, '请选择给谁看'),
    }),
    output: z.object({ paperIds: z.array(z.int()) }),
    example: { id: 1, itemId: 1, fileIds: [1], audience: 'seats' },
  },
  'POST /staff/meeting/paper/remove': {
    who: 'staff:decide',
    summary: '移除一份会议材料；已经读过的仍记在审计日志',
    input: z.object({ paperId: int }),
    output: nothing,
    example: { paperId: 1 },
  },
  'GET /staff/meeting/paper/readers': {
    who: 'staff:decide',
    summary: '一份会议材料给谁看，谁在什么时候打开过',
    input: z.object({ paperId: int }),
    output: z.object({
      list: z.array(
        z.object({ seatId: z.int(), name: z.string(), readerName: z.string(), readAt: z.string().nullable() }),
      ),
    }),
    example: { paperId: 1 },
  },
  'GET /staff/meeting/choices': {
    who: 'staff:decide',
    summary: '新建会议和议题时可选的机构与议题种类',
    input: nothing,
    output: z.object({ bodies: z.array(choice), kinds: z.array(choice) }),
  },
  'POST /staff/meeting/move': {
    who: 'staff:decide',
    summary: '会议已召开，议程就此固定；尚未记录时可以退回筹备',
    input: z.object({ ...known, to: z.enum(['planned', 'held'], '应为 planned 或 held') }),
    output: changed,
    example: { id: 1, version: 2, to: 'held' },
  },
  'POST /staff/meeting/adjourn': {
    who: 'staff:decide',
    summary:
      '休会：出席不足等不能形成决议时，写明原因，全部议题留待下次；随即新建再次召开的会议，议程与材料相同，给出新会议',
    input: z.object({
      ...known,
      reason: text(200).min(2, '请填写休会的原因'),
      title: text(60).min(1, '请填写会议名称'),
      meetsOn: day,
      startsAt: startTime,
      place: text(60).default(''),
    }),
    output: changed,
    example: {
      id: 1,
      version: 3,
      reason: '实到不足应到的三分之二',
      title: '第六届理事会第三次会议（再次召开）',
      meetsOn: '2026-12-15',
    },
  },
  'POST /staff/meeting/record': {
    tells: true,
    who: 'staff:decide',
    summary:
      '记录出席、票数与审议结果：一个决定用于全部申请，例外逐项列出。须达到章程规定的人数与票数；全部生效或全部不生效；由本人复审通过的，须由另一位工作人员记录',
    maxBodyKb: 512,
    input: z.object({
      ...known,
      opinion: text(200).min(2, '请填写决定，例如“第六届理事会第三次会议通过”'),
      attendance: z
        .object({
          entitled: count,
          present: count,
          onLeave: count,
          names: z.array(text(40), '应为姓名的列表').max(1000, '名单过长').default([]),
          chair: text(30).default(''),
          recorder: text(30).default(''),
        })
        .optional(),
      votes: z
        .array(z.object({ itemId: int, yes: count, no: count, abstained: count, recused: count }), '应为票数的列表')
        .max(200, '票数过多')
        .default([]),
      exceptions: z
        .array(
          z.object({
            itemId: int,
            outcome: z.enum(['reject', 'postpone', 'withdrawn'], '应为不予通过、下次再议或撤回'),
            reason: text(500).default(''),
          }),
          '应为例外的列表',
        )
        .max(200, '例外过多')
        .default([]),
      fileIds: z.array(int, '应为文件的列表').max(5, '最多 5 个文件').default([]),
    }),
    output: changed,
    example: {
      id: 1,
      version: 3,
      opinion: '第六届理事会第三次会议通过',
      attendance: { entitled: 45, present: 40, onLeave: 3, chair: '李晓明', recorder: '王芳' },
      votes: [{ itemId: 1, yes: 38, no: 1, abstained: 1, recused: 0 }],
      exceptions: [{ itemId: 2, outcome: 'reject', reason: '不符合章程规定的入会条件' }],
    },
  },
  'GET /staff/meeting/resolution': {
    who: 'staff:decide',
    summary: '会议决议：出席人数、票数与逐项的决定（带数字签名的 PDF，或可修改的 DOCX）；已记录的会议才有',
    input: z.object({ id: int, format: z.enum(['pdf', 'docx'], '应为 pdf 或 docx').default('pdf') }),
    output: 'file',
    example: { id: 1, format: 'pdf' },
  },
  'POST /staff/meeting/article': {
    who: 'staff:decide',
    summary: '把一类事项的公示文稿存为文章草稿：每类一篇，已有时给出那一篇；须有编写内容的权限',
    input: z.object({
      id: int,
      /** Kind of application that passed. */
      kind: text(40).min(1, '请选择事项的类别'),
      /** Category of the article; defaults to the site's category for public notices. */
      catalogId: int.optional(),
    }),
    output: z.object({ route: z.string(), isNew: z.boolean() }),
    example: { id: 1, kind: 'membership' },
  },
} as const satisfies Contract
