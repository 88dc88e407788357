import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formValues } from '#lib/form/formContract.ts'
import { roundKinds, roundStates } from '../rules.ts'

const points = z.record(
  code,
  z.number('应为分数').min(0, '不能低于 0 分').max(100, '不能超过 100 分'),
  '应为各项的分数',
)
/** Version of the expert's own score; 0 before the first save. */
const version = z.coerce.number<number | string>('应为读取时的版本').int('应为读取时的版本').min(0)

const scoringStates = ['blank', 'draft', 'submitted', 'changed', 'recused', 'out'] as const
const round = z.object({
  id: z.int(),
  name: z.string(),
  callTitle: z.string(),
  kind: z.enum(roundKinds),
  kindName: z.string(),
  state: z.enum(roundStates),
  stateName: z.string(),
  dueOn: z.string(),
  /** Scores may be written now. */
  isOpen: z.boolean(),
  place: z.string(),
  startsAt: z.string().nullable(),
  isLeader: z.boolean(),
  assigned: z.int(),
  submitted: z.int(),
  declaredAt: z.string().nullable(),
})
const own = z.object({
  version: z.int(),
  comment: z.string(),
  total: z.number(),
  points: z.record(z.string(), z.number()),
  /** Submitted score that counts; null: nothing submitted. */
  handedIn: z.object({ total: z.number(), at: z.string() }).nullable(),
})
const entry = z.object({
  entryId: z.int(),
  place: z.int(),
  number: z.string(),
  name: z.string(),
  groupName: z.string(),
  state: z.enum(scoringStates),
  stateName: z.string(),
  /** Why there is nothing to score. */
  reasons: z.array(z.string()),
  score: own.nullable(),
})
const criterion = z.object({ code: z.string(), name: z.string(), max: z.number(), hint: z.string() })
const saved = z.object({ version: z.int(), savedAt: z.string(), total: z.number() })
const mine = { id: int, entryId: int }

/** 专家评分: whoever has proven the phone of an active expert reads the entries of that expert's rounds, and scores them. */
export const scoringContract = {
  'GET /award/scoring/mine': {
    who: 'member',
    summary: '我作为评审专家的轮次与进度；不是专家的，isExpert 为 false，没有轮次',
    input: nothing,
    output: z.object({ isExpert: z.boolean(), rounds: z.array(round) }),
  },
  'GET /award/scoring/round': {
    who: 'member',
    summary: '我参加的一轮评审：评分要点、回避声明、各项申报与我自己的评分；不含任何他人的评分',
    input: byId,
    output: round.extend({
      criteria: z.array(criterion),
      hidesApplicants: z.boolean(),
      declaration: z.string(),
      entries: z.array(entry),
    }),
    example: { id: 1 },
  },
  'GET /award/scoring/entry': {
    who: 'member',
    summary: '一项由我评分的申报：申报书、子表、附件和我自己的评分；须先签署回避声明',
    input: z.object(mine),
    output: entry.extend({
      fields: z.array(formField),
      values: formValues,
      files: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          files: z.array(z.object({ id: z.int(), name: z.string(), size: z.int(), type: z.string() })),
        }),
      ),
    }),
    example: { id: 1, entryId: 3 },
  },
  'GET /award/scoring/file': {
    who: 'member',
    summary: '一项由我评分的申报的一个附件；隐去申报人时文件名也不显示，评分结束后不能再读',
    input: z.object({ ...mine, fileId: int, download: z.enum(['0', '1'], '应为 0 或 1').optional() }),
    output: 'file',
    isStored: true,
    example: { id: 1, entryId: 3, fileId: 12 },
  },
  'POST /award/scoring/declare': {
    who: 'member',
    summary: '签署一轮评审的回避声明；签署后才能阅读申报和评分',
    input: byId,
    output: z.object({ declaredAt: z.string() }),
    example: { id: 1 },
  },
  'POST /award/scoring/save': {
    who: 'member',
    summary:
      '保存评分草稿，可以不完整；提交前不计入。version 与读取时不同（在另一处改过）的返回 409，不给 version 则覆盖',
    input: z.object({ ...mine, version: version.optional(), points, comment: text(2000).default('') }),
    output: saved,
    example: { id: 1, entryId: 3, version: 0, points: { innovation: 32 }, comment: '' },
  },
  'POST /award/scoring/submit': {
    who: 'member',
    summary: '提交评分：一项或多项，按已保存的内容；全部成功或全部不动。截止前可以修改后再次提交，以最后一次为准',
    input: z.object({
      id: int,
      entries: z
        .array(z.object({ entryId: int, version }), '应为要提交的评分')
        .min(1, '没有要提交的评分')
        .max(300, '一轮最多 300 项申报'),
    }),
    output: z.object({ submitted: z.int() }),
    example: { id: 1, entries: [{ entryId: 3, version: 4 }] },
  },
  'POST /award/scoring/recuse': {
    who: 'member',
    summary: '本人对一项申报申请回避，说明理由；已写的评分随之删去，协会工作人员会知道',
    input: z.object({ ...mine, reason: text(300).min(4, '请说明理由，例如“与第 2 完成人为师生关系”') }),
    output: nothing,
    example: { id: 1, entryId: 3, reason: '与第 2 完成人为师生关系' },
  },
} as const satisfies Contract
