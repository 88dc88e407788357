import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { courseStatus } from '../courses/courseShape.ts'
import { participantResults } from '../participantWords.ts'
import { rounds } from './passing.ts'

export const MAX_SCORES = 500

const round = z.enum(rounds, '应为首次或补考')
const result = z.enum(participantResults, '不是有效的成绩状态')

/** `lacking`: no result yet; `makeup`: who may try once more, or has; `certifiable`: passed, and in no batch. */
export const scoreScopes = ['lacking', 'makeup', 'certifiable'] as const
const filters = {
  id: int,
  scope: z.enum(scoreScopes, '不是有效的范围').optional(),
  result: result.optional(),
  key: text(60).optional(),
}

const taken = z
  .object({
    theory: z.number().nullable(),
    practice: z.number().nullable(),
    isAbsent: z.boolean(),
    recordedBy: z.string(),
    recordedAt: z.string(),
    isAnnounced: z.boolean(),
    /** Version to send back with changes; prevents overwriting another user's input. */
    seen: z.int(),
  })
  .nullable()

export const scoreRow = z.object({
  id: z.int(),
  name: z.string(),
  organisationName: z.string(),
  ticketNumber: z.string().nullable(),
  examKindName: z.string(),
  levelName: z.string(),
  isCheckedIn: z.boolean(),
  first: taken,
  makeup: taken,
  result,
  resultName: z.string(),
  certificateNumber: z.string().nullable(),
  batchNumber: z.string().nullable(),
  /** Why its scores cannot be changed now; empty: they can. */
  lock: z.string(),
})

const cell = { participantId: int, theory: text(12).default(''), practice: text(12).default('') }

export const staffScoreContract = {
  'GET /staff/training/results': {
    who: 'staff:training',
    summary: '一个班的成绩概况：合格规则、各种结果的人数、合格率、能否公布',
    input: byId,
    output: z.object({
      id: z.int(),
      title: z.string(),
      status: courseStatus,
      statusName: z.string(),
      startDate: z.string(),
      endDate: z.string(),
      hours: z.int(),
      hasExam: z.boolean(),
      passScore: z.int(),
      passPractice: z.int().nullable(),
      /** The certificate that it leads to; null: none. */
      kindName: z.string().nullable(),
      hasNotice: z.boolean(),
      announcedAt: z.string().nullable(),
      figures: z.object({
        all: z.int(),
        checkedIn: z.int(),
        lacking: z.int(),
        blank: z.int(),
        passed: z.int(),
        failed: z.int(),
        absent: z.int(),
        makeupPassed: z.int(),
        makeupFailed: z.int(),
        /** Failed or absent at first, and no make-up yet. */
        makeupDue: z.int(),
        /** Results that nobody was told yet. */
        fresh: z.int(),
        certifiable: z.int(),
        inBatch: z.int(),
        certified: z.int(),
        credited: z.int(),
        /** Pass rate among those with a result, in percent with one decimal; null: no results. */
        rate: z.number().nullable(),
      }),
      /** Why results cannot be announced now; empty: they can. */
      hindrance: z.string(),
    }),
    example: { id: 1 },
  },
  'GET /staff/training/scores': {
    who: 'staff:training',
    summary: '一个班的成绩，按准考证号排列；可只看未录的、补考的、可发证的',
    ...paged(filters, scoreRow),
    example: { id: 1, scope: 'lacking' },
  },
  'GET /staff/training/scores/export': {
    who: 'staff:training',
    summary: '导出成绩为 XLSX，与列表的筛选完全一致',
    input: z.object(filters),
    output: 'file',
    example: { id: 1 },
  },
  'POST /staff/training/scores/save': {
    tells: true,
    who: 'staff:training',
    summary: '录入或更正若干人的成绩（0 到 100，可有一位小数）：全部无误才保存；已公布的须说明更正原因',
    maxBodyKb: 128,
    input: z.object({
      id: int,
      round: round.default('first'),
      reason: text(300).default(''),
      rows: z
        .array(
          z.object({ ...cell, isAbsent: z.boolean().default(false), seen: z.int().nullable().default(null) }),
          '应为成绩的列表',
        )
        .min(1, '没有要保存的成绩')
        .max(MAX_SCORES, `一次最多保存 ${MAX_SCORES} 人`),
    }),
    output: z.object({ saved: z.int(), unchanged: z.int() }),
    example: { id: 1, round: 'first', rows: [{ participantId: 1, theory: '86', practice: '90' }] },
  },
  'GET /staff/training/scores/template': {
    who: 'staff:training',
    summary: '成绩录入表（XLSX）：名册、准考证号和已录的成绩；补考的只含可以补考的人',
    input: z.object({ id: int, round: round.default('first') }),
    output: 'file',
    example: { id: 1 },
  },
  'POST /staff/training/scores/read': {
    who: 'staff:training',
    upload: true,
    summary: '读取填好的成绩录入表（XLSX，不超过 2 MB），逐行核对并说明有误之处；只预览，不保存',
    input: z.object({ id: int, round: round.default('first') }),
    output: z.object({
      rows: z.array(
        z.object({
          row: z.int(),
          ticketNumber: z.string(),
          name: z.string(),
          /** Score to save; null: the row cannot be saved. */
          score: z
            .object({ participantId: z.int(), theory: z.string(), practice: z.string(), isAbsent: z.boolean() })
            .extend({ seen: z.int().nullable() })
            .nullable(),
          before: z.string(),
          /** Differs from what is there. */
          isNew: z.boolean(),
          isCorrection: z.boolean(),
          problem: z.string(),
        }),
      ),
      fresh: z.int(),
      same: z.int(),
      wrong: z.int(),
      corrections: z.int(),
      /** Number of people on the roster that the file does not list. */
      missing: z.int(),
    }),
    example: { id: 1 },
  },
  'POST /staff/training/results/announce': {
    sends: true,
    who: 'staff:training',
    confirm: true,
    summary: '公布成绩：通知每份报名、报名转为已结业、为完成培训的人记入学时；还有人没有结果时说明是谁',
    input: z.object({ id: int, restAbsent: z.boolean().default(false) }),
    output: z.object({ announced: z.int(), passed: z.int(), told: z.int(), credited: z.int() }),
    example: { id: 1, restAbsent: false },
  },
} as const satisfies Contract
