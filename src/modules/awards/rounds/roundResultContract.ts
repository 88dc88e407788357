import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, fileOf, int, text } from '#lib/form/fields.ts'
import { state } from '#modules/review/stateContract.ts'
import { verdicts } from '../rules.ts'
import { known, moved, panelMember } from './roundRows.ts'

const criterion = z.object({ code: z.string(), name: z.string(), max: z.number() })
const score = z.object({
  expertId: z.int(),
  name: z.string(),
  total: z.number(),
  comment: z.string(),
  at: z.string(),
  points: z.record(z.string(), z.number()),
  /** The highest or the lowest, which does not count. */
  isLeftOut: z.boolean(),
  /** Number of changes before the round closed. */
  changes: z.int(),
})
const ranked = z.object({
  entryId: z.int(),
  applicationId: z.int(),
  number: z.string(),
  name: z.string(),
  groupName: z.string(),
  applicant: z.string(),
  levelWantedName: z.string(),
  status: state,
  statusName: z.string(),
  /** Null: withdrawn before the end. */
  score: z.number().nullable(),
  rank: z.int().nullable(),
  isTied: z.boolean(),
  spread: z.number(),
  isSpreadLarge: z.boolean(),
  means: z.record(z.string(), z.number()),
  scores: z.array(score),
  /** Experts who had part in it and handed nothing in, and who stepped aside. */
  missing: z.array(z.string()),
  recused: z.array(z.string()),
  verdict: z.enum(verdicts).nullable(),
  verdictName: z.string(),
  levelCode: z.string().nullable(),
  levelName: z.string(),
  reason: z.string(),
  /** Not sent yet, so its proposal can be changed. */
  isHere: z.boolean(),
  levelProposed: z.string().nullable(),
  levelProposedName: z.string(),
})

export const roundResultContract = {
  'POST /staff/award/round/close': {
    sends: true,
    who: 'staff:awards',
    confirm: true,
    summary: '结束评分：锁定全部评分，算出得分和名次；每项申报的评分不少于规定份数，截止前须全部提交',
    input: z.object(known),
    output: moved,
    example: { id: 1, version: 5 },
  },
  'GET /staff/award/round/result': {
    who: 'staff:awards',
    summary: '已结束的一轮评审的结果：名次、得分、各专家的评分与评语、离散程度、建议；没有结束的返回 409',
    input: byId,
    output: z.object({
      id: z.int(),
      version: z.int(),
      closedAt: z.string(),
      criteria: z.array(criterion),
      levels: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          mostPersons: z.int().nullable(),
          mostOrganisations: z.int().nullable(),
        }),
      ),
      entries: z.array(ranked),
      panel: z.array(panelMember),
    }),
    example: { id: 1 },
  },
  'GET /staff/award/round/result-export': {
    who: 'staff:awards',
    summary: '评审结果的导出（Excel）：排名一页，各专家评分一页；没有结束的返回 409',
    ...fileOf,
  },
  'GET /staff/award/round/record': {
    who: 'staff:awards',
    summary:
      '评审记录（PDF）：专家组与任职单位、回避声明、回避及理由、评分、名次、签字栏，带数字签名；没有结束的返回 409',
    ...fileOf,
  },
  'POST /staff/award/round/mark': {
    who: 'staff:awards',
    summary: '为已结束的一轮中的申报写下建议：进入下一轮、建议的等级（核对人数和单位数）、不入选及理由',
    maxBodyKb: 400,
    input: z.object({
      ...known,
      marks: z
        .array(
          z.object({
            entryId: int,
            verdict: z.enum(verdicts, '不是有效的建议').nullable(),
            levelCode: code.nullish(),
            reason: text(300).default(''),
          }),
          '应为建议的列表',
        )
        .min(1, '没有要写下的建议')
        .max(300, '一轮最多 300 项申报'),
    }),
    output: moved,
    example: { id: 1, version: 6, marks: [{ entryId: 3, verdict: 'propose', levelCode: 'first' }] },
  },
  'POST /staff/award/round/send': {
    tells: true,
    who: 'staff:awards',
    confirm: true,
    summary: '提交奖励委员会：建议授奖的进入审定，不入选的告知申报人及理由；全部成功或全部不动',
    input: z.object(known),
    output: moved.extend({ proposed: z.int(), rejected: z.int() }),
    example: { id: 1, version: 7 },
  },
  'POST /staff/award/entry/level': {
    who: 'staff:awards',
    summary: '审定前更改一项申报的建议等级，须说明理由；他人刚改过的返回 409',
    input: z.object({
      entryId: int,
      /** Level shown to the user; a mismatch means that somebody else changed it. */
      was: code.nullable(),
      levelCode: code,
      reason: text(300).min(2, '请说明理由'),
    }),
    output: z.object({ levelProposed: z.string(), levelProposedName: z.string() }),
    example: { entryId: 3, was: 'first', levelCode: 'second', reason: '委员会预备会建议降一等' },
  },
} as const satisfies Contract
