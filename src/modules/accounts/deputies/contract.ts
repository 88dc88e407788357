import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, day, int, nothing } from '#lib/form/fields.ts'

const term = { deputyId: int, fromDay: day, toDay: day }
/** A deputy term that is running or in the future. */
export const deputy = z.object({
  id: z.int(),
  principalId: z.int(),
  principalName: z.string(),
  deputyName: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  isRunning: z.boolean(),
})
const named = z.object({ id: z.int() })
const example = { deputyId: 2, fromDay: '2026-12-01', toDay: '2026-12-14' }

/** A colleague who does somebody's work for a while. */
export const deputiesContract = {
  'GET /staff/deputy/own': {
    who: 'staff',
    summary: '我的代理人和我代理的同事，正在代理和将要开始的；以及可以选择的同事',
    input: nothing,
    output: z.object({
      given: z.array(deputy),
      taken: z.array(deputy),
      colleagues: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  },
  'POST /staff/deputy/name': {
    who: 'staff',
    confirm: true,
    secondPerson: { rule: 'roles', decidedWith: 'staff:accounts', about: ['deputyId'] },
    summary: '请一位同事在一段时间内代理自己：对方另有本人角色的权限，到期自动结束，不能再转给他人',
    input: z.object(term),
    output: named,
    example,
  },
  'POST /staff/deputy/end': {
    who: 'staff',
    confirm: true,
    summary: '提前结束自己的代理人的代理，立即生效',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
  'POST /staff/colleague/nameDeputy': {
    who: 'staff:accounts',
    confirm: true,
    secondPerson: { rule: 'roles', about: ['id', 'deputyId'] },
    summary: '为一位同事（id）安排代理人；不能给出自己没有的权限',
    input: z.object({ id: int, ...term }),
    output: named,
    example: { id: 1, ...example },
  },
  'POST /staff/colleague/endDeputy': {
    who: 'staff:accounts',
    confirm: true,
    summary: '提前结束一位同事的代理，立即生效',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
} as const satisfies Contract
