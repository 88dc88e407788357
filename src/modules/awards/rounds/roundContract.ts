import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, day, fileOf, int, nothing, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { expertToChoose } from '#modules/experts/staffContract.ts'
import { state } from '#modules/review/stateContract.ts'
import { roundFilters } from '../roundFilters.ts'
import { roundKinds } from '../rules.ts'
import { roundResultContract } from './roundResultContract.ts'
import { known, panelMember, roundRow, moved as written } from './roundRows.ts'

const reason = text(300).default('')
const entryIds = z.array(int, '应为申报的列表').max(300, '一轮最多 300 项申报')

const candidate = z.object({
  entryId: z.int(),
  number: z.string(),
  name: z.string(),
  groupCode: z.string(),
  groupName: z.string(),
  applicant: z.string(),
  /** Result of the last closed round. */
  score: z.number().nullable(),
  rank: z.int().nullable(),
  /** The last round proposed it for another round. */
  isNext: z.boolean(),
})
const against = z.object({ entryId: z.int(), name: z.string(), reasons: z.array(z.string()) })
const entry = z.object({
  entryId: z.int(),
  applicationId: z.int(),
  place: z.int(),
  number: z.string(),
  name: z.string(),
  groupName: z.string(),
  levelWantedName: z.string(),
  applicant: z.string(),
  status: state,
  statusName: z.string(),
  isOut: z.boolean(),
  /** Number of assigned experts and of submitted scores; nothing else of an open round is disclosed. */
  experts: z.int(),
  submitted: z.int(),
  recusals: z.array(
    z.object({
      expertId: z.int(),
      name: z.string(),
      reasons: z.array(z.string()),
      source: z.enum(['register', 'declared']),
      sourceName: z.string(),
    }),
  ),
})

/** 评审轮次: which entries are scored, by whom, until when. The calls tell nothing of a score before it is closed. */
export const staffRoundContract = {
  'GET /staff/award/round/list': {
    who: 'staff:awards',
    summary: '评审轮次：评分中的、筹备中的、已结束的；只有提交的份数，没有分数',
    ...registerList(roundFilters, roundRow),
    example: { state: 'open', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/award/round/export': {
    who: 'staff:awards',
    summary: '评审轮次列表的导出（Excel），条件与列表相同',
    ...registerExport(roundFilters),
    example: { state: 'closed' },
  },
  'GET /staff/award/round/calls': {
    who: 'staff:awards',
    summary: '可以安排评审的年度申报（已发布的），带专业评审组',
    input: nothing,
    output: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        leastScores: z.int(),
        hidesApplicants: z.boolean(),
        groups: z.array(z.object({ code: z.string(), name: z.string() })),
        /** Waiting for experts. */
        waiting: z.int(),
      }),
    ),
  },
  'GET /staff/award/round/candidates': {
    who: 'staff:awards',
    summary: '一个年度申报中可以列入一轮评审的申报：专家评审中、不在别的未结束的轮次里；名次在前的排在前面',
    input: z.object({ callId: int, id: int.optional() }),
    output: z.array(candidate),
    example: { callId: 1 },
  },
  'GET /staff/award/round/detail': {
    who: 'staff:awards',
    summary: '一轮评审：申报、专家组、回避及其理由、各人提交的份数，以及还不能开始或结束的原因；不含任何分数',
    input: byId,
    output: roundRow.extend({
      version: z.int(),
      groupCode: z.string().nullable(),
      invitedAt: z.string().nullable(),
      drawSeed: z.string(),
      hidesApplicants: z.boolean(),
      leastScores: z.int(),
      levels: z.array(z.object({ code: z.string(), name: z.string() })),
      entries: z.array(entry),
      panel: z.array(
        panelMember.extend({
          /** An account exists with the phone of the register of experts. */
          hasAccount: z.boolean(),
          hasMobile: z.boolean(),
          lastRemindedAt: z.string().nullable(),
          assigned: z.int(),
          submitted: z.int(),
          conflicts: z.array(against),
        }),
      ),
      left: z.array(z.object({ expertId: z.int(), name: z.string(), leftAt: z.string(), reason: z.string() })),
      /** Why it cannot go on to its next state, in sentences; empty where it can. */
      hindrances: z.array(z.string()),
    }),
    example: { id: 1 },
  },
  'GET /staff/award/round/experts': {
    who: 'staff:awards',
    summary: '可以选入一轮评审的在聘专家，逐人与每项申报核对：须回避的申报及理由，或不能参加本轮的理由',
    ...paged(
      { id: int, key: text(30).optional() },
      z.object({
        ...expertToChoose,
        conflicts: z.array(against),
        /** Why this expert cannot sit in the round at all. */
        bars: z.array(z.string()),
      }),
    ),
    example: { id: 1, key: '水处理', pageNum: 1, pageSize: 10 },
  },
  'POST /staff/award/round/save': {
    tells: true,
    who: 'staff:awards',
    summary: '新建一轮评审，或修改名称、方式、截止日期、时间地点；评分开始后改截止日期或时间地点会告知专家',
    input: z.object({
      id: int.optional(),
      version: int.optional(),
      callId: int,
      name: text(40).min(2, '请填写轮次名称，如“初评”'),
      kind: z.enum(roundKinds, '应为 online 或 defence'),
      groupCode: code.nullish(),
      dueOn: day,
      place: text(100).default(''),
      startsAt: z.iso.datetime({ offset: true, error: '时间应如 2026-01-31 09:00' }).nullish(),
      /** For a new round only. */
      entryIds: entryIds.optional(),
    }),
    output: written,
    example: { callId: 1, name: '初评', kind: 'online', dueOn: '2026-12-20', entryIds: [1, 2, 3] },
  },
  'POST /staff/award/round/entries': {
    tells: true,
    who: 'staff:awards',
    summary: '改一轮评审的申报，按给出的次序；评分开始后须说明理由，移出的申报的评分不再计入',
    input: z.object({ ...known, entryIds: entryIds.min(1, '一轮至少有一项申报'), reason }),
    output: written,
    example: { id: 1, version: 2, entryIds: [3, 1, 2] },
  },
  'POST /staff/award/round/draw': {
    who: 'staff:awards',
    summary: '抽签决定出场次序；所用的种子写入审计日志和次序表，凭它可以复算',
    input: z.object(known),
    output: written,
    example: { id: 1, version: 2 },
  },
  'POST /staff/award/round/panel': {
    tells: true,
    who: 'staff:awards',
    summary:
      '选定专家组（恰有一名组长），逐人与每项申报核对：有利害关系的申报自动回避，超过半数或本人在本次申报中的不能参加（409）；评分开始后增补、更换须说明理由，换下的专家已交的评分不再计入',
    input: z.object({
      ...known,
      experts: z
        .array(z.object({ expertId: int, role: z.enum(['leader', 'member'], '应为组长或组员') }), '应为专家的列表')
        .min(1, '请选择评审专家')
        .max(31, '专家组最多 31 人'),
      reason,
    }),
    output: written,
    example: { id: 1, version: 2, experts: [{ expertId: 2, role: 'leader' }] },
  },
  'POST /staff/award/round/assign': {
    who: 'staff:awards',
    summary: '请一位专家评一项申报；与其有利害关系的拒绝（409，说明与谁、是什么关系），并记入审计日志',
    input: z.object({ id: int, entryId: int, expertId: int }),
    output: written,
    example: { id: 1, entryId: 3, expertId: 2 },
  },
  'POST /staff/award/round/open': {
    sends: true,
    who: 'staff:awards',
    summary: '开始评分：再次核对回避，每项申报的专家不少于规定人数；专家收到短信和消息',
    input: z.object(known),
    output: written,
    example: { id: 1, version: 3 },
  },
  'POST /staff/award/round/remind': {
    sends: true,
    who: 'staff:awards',
    confirm: true,
    summary: '催评：提醒还没有交齐评分的专家（消息和短信）；每位专家每天最多一次，again 为当天再催一次',
    input: z.object({
      id: int,
      expertIds: z.array(int, '应为专家的列表').min(1, '请选择专家').max(31, '专家组最多 31 人'),
      again: z.boolean('应为 true 或 false').default(false),
    }),
    output: z.object({
      reminded: z.int(),
      skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
    example: { id: 1, expertIds: [2] },
  },
  'POST /staff/award/round/invite': {
    sends: true,
    who: 'staff:awards',
    confirm: true,
    summary: '通知答辩：每个申报人收到时间、地点和出场次序（消息和短信）',
    input: z.object(known),
    output: written,
    example: { id: 1, version: 4 },
  },
  'POST /staff/award/round/remove': {
    who: 'staff:awards',
    summary: '取消一轮还没有开始的评审',
    input: z.object(known),
    output: nothing,
    example: { id: 1, version: 1 },
  },
  'GET /staff/award/round/order': {
    who: 'staff:awards',
    summary: '出场次序表（PDF）：次序、项目、申报单位、时间地点；抽签的附种子；开始评分后带数字签名',
    ...fileOf,
  },
  ...roundResultContract,
} as const satisfies Contract
