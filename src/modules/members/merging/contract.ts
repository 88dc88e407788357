import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, nothing, text } from '#lib/form/fields.ts'

const version = z.coerce.number<number | string>('应为读取资料时的版本').int('应为读取资料时的版本')
const reason = text(200).min(2, '请填写理由')
const obstacle = z.object({ text: z.string(), route: z.string().nullable() })
const side = z.object({ id: z.int(), name: z.string(), creditCode: z.string(), version: z.int() })

export const mergingContract = {
  'GET /staff/organisation/merge': {
    who: 'staff:members',
    provinces: 'within',
    summary: '把一家单位合并到另一家（intoId）之前：各栏两家的内容、会转过去什么、什么妨碍合并',
    input: z.object({ id: int, intoId: int }),
    output: z.object({
      from: side,
      into: side,
      fields: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          from: z.string(),
          into: z.string(),
          /** Only the one that goes has it: it is taken. */
          isFilled: z.boolean(),
        }),
      ),
      moves: z.array(z.object({ name: z.string(), count: z.int() })),
      obstacles: z.array(obstacle),
    }),
    example: { id: 1, intoId: 2 },
  },
  'POST /staff/organisation/merge': {
    who: 'staff:members',
    provinces: 'within',
    confirm: true,
    secondPerson: { rule: 'mergeOrganisations' },
    summary: '把一家单位合并到另一家：taken 为取自被合并一方的栏目；两个 version 为读到的版本；须双人复核',
    input: z.object({
      id: int,
      version,
      intoId: int,
      intoVersion: version,
      taken: z.array(text(40)).max(60),
      reason,
    }),
    output: z.object({ id: z.int() }),
    example: { id: 1, version: 1, intoId: 2, intoVersion: 1, taken: ['phone'], reason: '同一家单位登记了两次' },
  },
  'GET /staff/organisation/removal': {
    who: 'staff:members',
    provinces: 'within',
    summary: '删除一家单位之前：什么妨碍删除',
    input: byId,
    output: z.object({ version: z.int(), obstacles: z.array(obstacle) }),
    example: { id: 1 },
  },
  'POST /staff/organisation/remove': {
    who: 'staff:members',
    provinces: 'within',
    confirm: true,
    secondPerson: { rule: 'removeOrganisation' },
    summary: '删除没有证书、会员、款项等记录的单位，不能恢复；须双人复核',
    input: z.object({ id: int, version, reason }),
    output: nothing,
    example: { id: 1, version: 1, reason: '误登记' },
  },
} as const satisfies Contract
