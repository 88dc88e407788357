import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, fileOf, int, text } from '#lib/form/fields.ts'
import { page, paged, paging } from '#lib/paging.ts'
import { state } from '#modules/review/stateContract.ts'
import { MAX_BATCH_SIZE } from './batchLimits.ts'

const leftOut = z.array(
  z.object({ participantId: int, reason: text(200).min(1, '请填写原因') }),
  '应为不列入的人员和原因的列表',
)

const person = {
  id: z.int(),
  name: z.string(),
  organisationName: z.string(),
  ticketNumber: z.string().nullable(),
  levelName: z.string(),
  resultName: z.string(),
  /** Number of the certificate that it replaces; empty: a first certificate. */
  renews: z.string(),
}

const batch = z.object({
  id: z.int(),
  applicationId: z.int(),
  number: z.string(),
  version: z.int(),
  state,
  stateName: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  since: z.string(),
  people: z.int(),
  issuedAt: z.string().nullable(),
  /** Why it was returned or turned down. */
  opinion: z.string(),
  /** The last day of its public notice. */
  notice: z.object({ id: z.int(), until: z.string(), isHeld: z.boolean() }).nullable(),
  canEdit: z.boolean(),
  canWithdraw: z.boolean(),
})
const moved = z.object({ id: z.int(), number: z.string(), state, stateName: z.string(), version: z.int() })

export const staffBatchContract = {
  'GET /staff/training/batch/candidates': {
    who: 'staff:training',
    summary: '可以发证的人：成绩已公布、合格、还没有证书，也不在别的批次里；不能列入的说明原因',
    input: z.object({ id: int, key: text(60).optional(), ...paging }),
    output: page(z.object({ ...person, problem: z.string(), note: z.string() })).extend({
      /** Counts over all candidates, not only this page. */
      ready: z.int(),
      blocked: z.int(),
    }),
    example: { id: 1 },
  },
  'POST /staff/training/batch/create': {
    who: 'staff:training',
    summary: '把可以发证的人编为一个发证批次并提交审核（一批最多 1000 人）；暂不发证的列出人员和原因',
    maxBodyKb: 704,
    input: z.object({
      id: int,
      leftOut: leftOut.max(MAX_BATCH_SIZE, '不列入的人过多').default([]),
      remark: text(500).default(''),
    }),
    output: moved.extend({ people: z.int() }),
    example: { id: 1, leftOut: [{ participantId: 1, reason: '材料待核实' }] },
  },
  'GET /staff/training/batch/list': {
    who: 'staff:training',
    summary: '一个班的发证批次及其进度，新的在前',
    input: byId,
    output: z.array(batch),
    example: { id: 1 },
  },
  'GET /staff/training/batch/people': {
    who: 'staff:training',
    summary: '一个批次里的人，已发证的连同证书编号',
    ...paged(
      { id: int, key: text(60).optional() },
      z.object({ ...person, certificateId: z.int().nullable(), certificateNumber: z.string().nullable() }),
    ),
    example: { id: 1 },
  },
  'GET /staff/training/batch/export': {
    who: 'staff:training',
    confirm: true,
    summary: '导出一个批次的人员和证书编号为 XLSX，与列表的筛选一致',
    input: z.object({ id: int, key: text(60).optional() }),
    output: 'file',
    example: { id: 1 },
  },
  'POST /staff/training/batch/submit': {
    who: 'staff:training',
    summary: '被退回的批次：移出有问题的人并重新提交',
    maxBodyKb: 704,
    input: z.object({
      id: int,
      version: int,
      leftOut: leftOut.max(MAX_BATCH_SIZE, '移出的人过多').default([]),
      /** Answer to the reviewer's opinion. */
      answer: text(500).default(''),
    }),
    output: moved.extend({ people: z.int() }),
    example: { id: 1, version: 3, leftOut: [{ participantId: 1, reason: '异议成立' }], answer: '已移出' },
  },
  'POST /staff/training/batch/withdraw': {
    who: 'staff:training',
    summary: '撤回还没有通过审核的批次；其中的人可以编入别的批次',
    input: z.object({ id: int, version: int }),
    output: moved,
    example: { id: 1, version: 2 },
  },
  'GET /staff/training/batch/zip': {
    who: 'staff:training',
    summary: '一个已发证批次的全部证书（PDF），一个 ZIP 文件，边生成边下载；记入审计日志',
    ...fileOf,
  },
} as const satisfies Contract
