import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, day, int, text } from '#lib/form/fields.ts'
import { registeredCode } from '#lib/form/registeredCode.ts'
import { paged } from '#lib/paging.ts'
import { storedFile } from '#modules/files/contract.ts'
import { state } from '../stateContract.ts'
import { boardKinds, boardStates, outcomes } from './board.ts'
import { changed, known, recordContract } from './recordContract.ts'
import { attendance, boardRule, votes } from './ruleContract.ts'

const kind = registeredCode(boardKinds, '请选择会议类别')
const filters = {
  state: z.enum(boardStates, '不是有效的状态').optional(),
  kind: kind.optional(),
  key: text(60).optional(),
}
const boardRow = z.object({
  id: z.int(),
  title: z.string(),
  kind,
  kindName: z.string(),
  meetsOn: z.string(),
  place: z.string(),
  state: z.enum(boardStates),
  stateName: z.string(),
  version: z.int(),
  items: z.int(),
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

export const staffBoardContract = {
  ...recordContract,
  'GET /staff/board/list': {
    who: 'staff:decide',
    summary: '审议会列表，未记录的在前，会期近的在前',
    ...paged(filters, boardRow),
    example: { state: 'planned', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/board/export': {
    who: 'staff:decide',
    summary: '按列表的筛选条件导出审议会',
    input: z.object(filters),
    output: 'file',
    example: { state: 'recorded' },
  },
  'GET /staff/board/detail': {
    who: 'staff:decide',
    summary: '一次审议会：适用的规则、出席、议程、票数、决定、会议纪要，以及据此拟的公示文稿与文章',
    input: byId,
    output: boardRow.extend({
      agenda: z.array(
        z.object({
          ...matter,
          /** Why the caller may not record this one; empty where they may. */
          hindrance: z.string(),
          outcome: z.enum(outcomes).nullable(),
          outcomeName: z.string(),
          reason: z.string(),
          /** Null: nothing was counted. */
          votes: votes.extend({ words: z.string() }).nullable(),
        }),
      ),
      /** Rule that applies to the meeting; null: recorded before there were rules. */
      rule: boardRule.extend({ sentences: z.array(z.string()) }).nullable(),
      /** Null: nobody has said who was there. */
      attendance: attendance.nullable(),
      /** Attendance of the last meeting of its kind, as a starting point. */
      lastAttendance: attendance.nullable(),
      opinion: z.string(),
      minutes: z.array(storedFile),
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
  'GET /staff/board/candidates': {
    who: 'staff:decide',
    summary: '待审议、尚未列入任何审议会的申请，等得最久的在前',
    ...paged({ kind: code.optional(), key: text(60).optional() }, z.object(matter)),
    example: { pageNum: 1, pageSize: 20 },
  },
  'GET /staff/board/agenda': {
    who: 'staff:decide',
    summary: '会议议程：每类事项一张表，每份申请一页（PDF，或可修改的 DOCX）',
    input: z.object({ id: int, format: z.enum(['pdf', 'docx'], '应为 pdf 或 docx').default('pdf') }),
    output: 'file',
    example: { id: 1, format: 'pdf' },
  },
  'POST /staff/board/save': {
    who: 'staff:decide',
    summary: '新建审议会，或修改尚未记录的审议会的名称、时间、地点',
    input: z.object({
      id: int.optional(),
      version: int.optional(),
      title: text(60).min(1, '请填写会议名称'),
      kind,
      meetsOn: day,
      place: text(60).default(''),
    }),
    output: changed,
    example: {
      title: '第六届理事会第三次会议',
      kind: 'council',
      meetsOn: '2026-12-08',
      place: '协会会议室',
    },
  },
  'POST /staff/board/items': {
    who: 'staff:decide',
    summary: '议程上的申请，按审议的顺序给出全部：增加、移除、调整顺序都用它',
    input: z.object({
      ...known,
      applicationIds: z.array(int, '应为申请的列表').max(200, '一次会议最多列入 200 份申请'),
    }),
    output: changed,
    example: { id: 1, version: 1, applicationIds: [3, 1, 2] },
  },
  'POST /staff/board/move': {
    who: 'staff:decide',
    summary: '会议已召开，议程就此固定；尚未记录时可以退回筹备',
    input: z.object({ ...known, to: z.enum(['planned', 'held'], '应为 planned 或 held') }),
    output: changed,
    example: { id: 1, version: 2, to: 'held' },
  },
} as const satisfies Contract
