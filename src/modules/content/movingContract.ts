import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { seenVersion } from './versionContract.ts'
import { confirmedWords } from './words/contract.ts'

const id = { id: int }
/** `version`: what the caller has read last; absent: whatever is there. */
const seen = { ...id, version: seenVersion }
const reason = text(500).min(1, '请填写原因')
/** Remark of a reviewer. */
const remark = text(500).default('')

/** Endpoints that move an article between states, up to publication. */
export const movingContract = {
  'POST /staff/article/handIn': {
    who: 'staff:content',
    summary: '提交审核',
    input: z.object(seen),
    output: nothing,
    example: { id: 3467 },
  },
  'POST /staff/article/recall': {
    who: 'staff:content',
    summary: '撤回已提交审核的文章继续修改',
    input: z.object(id),
    output: nothing,
    example: { id: 3467 },
  },
  'POST /staff/article/firstReview': {
    who: 'staff:firstReview',
    summary: '通过初审，交给复审；须未参与撰写和本轮其他环节',
    input: z.object({ ...seen, remark }),
    output: nothing,
    example: { id: 3467, remark: '事实与数据已核对' },
  },
  'POST /staff/article/secondReview': {
    who: 'staff:secondReview',
    summary: '通过复审，交给终审；须未参与撰写和本轮其他环节',
    input: z.object({ ...seen, remark }),
    output: nothing,
    example: { id: 3467, remark: '' },
  },
  'POST /staff/article/return': {
    who: 'staff:content',
    summary: '退回给撰稿人，须写明原因；三审时由等待的那一环节的人退回，否则由有发布权限的人退回',
    input: z.object({ ...id, reason }),
    output: nothing,
    example: { id: 3467, reason: '请补充会议时间' },
  },
  'POST /staff/article/publish': {
    who: 'staff:publish',
    summary: '发布工作稿：立即公开；三审时即为终审通过',
    maxBodyKb: 192,
    input: z.object({ ...seen, remark, confirmedWords }),
    output: nothing,
    example: { id: 3467 },
  },
  'POST /staff/article/schedule': {
    who: 'staff:publish',
    summary: '定时发布工作稿；到时之前不能修改；三审时即为终审通过',
    maxBodyKb: 192,
    input: z.object({
      ...seen,
      remark,
      confirmedWords,
      at: z.iso.datetime({ offset: true, error: '应为时间，例如 2026-01-31T09:00:00+08:00' }),
    }),
    output: nothing,
    example: { id: 3467, at: '2036-01-31T09:00:00+08:00' },
  },
  'POST /staff/article/unschedule': {
    who: 'staff:publish',
    summary: '取消定时发布',
    input: z.object(id),
    output: nothing,
    example: { id: 3467 },
  },
  'POST /staff/article/withdraw': {
    who: 'staff:publish',
    summary: '下线已发布的文章，须写明原因',
    input: z.object({ ...id, reason }),
    output: nothing,
    example: { id: 3467, reason: '内容已过时' },
  },
} as const satisfies Contract
