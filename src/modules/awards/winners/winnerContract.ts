import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, int, nothing, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'

/** A winner as everybody may see it. */
const winner = z.object({
  id: z.int(),
  year: z.int(),
  kind: z.string(),
  kindName: z.string(),
  name: z.string(),
  subTypeName: z.string(),
  groupName: z.string(),
  levelName: z.string(),
  /** In the order of the certificates. */
  organisations: z.array(z.string()),
  persons: z.array(z.string()),
  awardedOn: z.string(),
  /** Date and reason of the withdrawal. */
  withdrawn: z.object({ date: z.string(), reason: z.string() }).nullable(),
})
const openCall = z.object({
  id: z.int(),
  title: z.string(),
  kindName: z.string(),
  year: z.int(),
  opensOn: z.string(),
  deadline: z.string(),
  daysLeft: z.int(),
  noticeId: z.int().nullable(),
})

export const winnerContract = {
  'GET /app/publicity/award/list': {
    who: 'anyone',
    summary: '获奖名单：年度近的在前，同一奖项按等级；可按年度、奖项、等级筛选，按项目、单位或个人查找',
    cached: true,
    ...paged(
      {
        year: int.optional(),
        kind: code.optional(),
        level: text(20).optional(),
        key: text(50).optional(),
      },
      winner.extend({ members: z.array(z.object({ name: z.string(), id: z.int() })) }),
    ),
    example: { year: 2025, kind: 'tech', pageNum: 1, pageSize: 20 },
  },
  'GET /app/publicity/award/kind/list': {
    who: 'anyone',
    summary: '奖项：简介、已公布的年度与等级，以及正在受理的申报通知',
    cached: true,
    input: nothing,
    output: z.array(
      z.object({
        kind: z.string(),
        kindName: z.string(),
        intro: z.string(),
        count: z.int(),
        years: z.array(z.int()),
        levels: z.array(z.string()),
        calls: z.array(openCall),
      }),
    ),
  },
  'GET /app/publicity/award/top30': {
    who: 'anyone',
    summary: '最近公布的获奖项目，最多 30 个',
    cached: true,
    input: nothing,
    output: z.array(
      winner.pick({ id: true, year: true, kindName: true, name: true, levelName: true, awardedOn: true }),
    ),
  },
  'GET /app/publicity/award/organisation/list': {
    who: 'anyone',
    summary: '一家会员单位获得的奖励，用于会员详情页',
    cached: true,
    input: byId,
    output: z.array(winner),
    example: { id: 1 },
  },
} as const satisfies Contract
