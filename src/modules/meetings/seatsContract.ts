import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { day, int, text } from '#lib/form/fields.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { modes, proxyStates, replies } from './meetingWords.ts'
import { seatFilters } from './seatFilters.ts'
import { openMotion } from './votesContract.ts'

const known = { id: int, version: int }

/** A reply as it is handed in, by whoever sits there or typed in by staff. */
export const replyInput = {
  seatId: int,
  /** Null takes the reply back. */
  reply: z.enum(replies, '请选择出席、请假或委托').nullable(),
  reason: text(200).default(''),
  proxySeatId: int.nullish(),
  proxyName: text(40).default(''),
  fileIds: z.array(int, '应为文件的列表').max(3, '最多 3 个文件').default([]),
}

const seatRow = z.object({
  id: z.int(),
  meetingId: z.int(),
  meetingTitle: z.string(),
  name: z.string(),
  personName: z.string(),
  postName: z.string(),
  weight: z.int(),
  reply: z.enum(replies).nullable(),
  replyName: z.string(),
  replyReason: z.string(),
  proxyTo: z.string(),
  proxyState: z.enum(proxyStates).nullable(),
  proxyStateName: z.string(),
  replyFiles: z.array(storedFile),
  repliedName: z.string(),
  repliedAt: z.string().nullable(),
  reminders: z.int(),
  hasLogin: z.boolean(),
  mode: z.enum(modes).nullable(),
  arrivedAt: z.string().nullable(),
  leftAt: z.string().nullable(),
})
export type SeatRow = z.infer<typeof seatRow>

/** Seats or votes, by the rule of the meeting. */
export const heads = z.object({
  unit: z.string(),
  entitled: z.int(),
  present: z.int(),
  /** Those of `present` who are represented. */
  represented: z.int(),
  /** Votes that can be cast now. */
  votes: z.int(),
  onLeave: z.int(),
  unanswered: z.int(),
  /** Null: no quorum is prescribed. */
  needed: z.int().nullable(),
  hasQuorum: z.boolean(),
  sentence: z.string(),
})

export const seatsContract = {
  'GET /staff/meeting/invitation': {
    who: 'staff:decide',
    summary: '一次会议的通知：将发给哪些席位、规则要求提前几天、已收到的回复；未发出的按机构当天的名单',
    input: z.object({ id: int }),
    output: z.object({
      noticeAt: z.string().nullable(),
      noticeReason: z.string(),
      replyBy: z.string().nullable(),
      /** Days from today to the meeting. */
      daysLeft: z.int(),
      noticeDays: z.int().nullable(),
      isLate: z.boolean(),
      heads,
      seats: z.int(),
      /** Seats without a login or an organisation through which they are reached. */
      unreachable: z.array(z.string()),
      /** Since the notice, seats that began and seats that ended. */
      joined: z.array(z.string()),
      gone: z.array(z.string()),
    }),
    example: { id: 1 },
  },
  'POST /staff/meeting/notice': {
    who: 'staff:decide',
    confirm: true,
    sends: true,
    summary:
      '发出会议通知：把机构在开会当天的席位定为应到人员，逐席告知时间、地点、议程与回复期限；少于规定天数的须写明理由',
    input: z.object({ ...known, replyBy: day.optional(), reason: text(200).default('') }),
    output: z.object({ id: z.int(), version: z.int(), told: z.int() }),
    example: { id: 1, version: 2, replyBy: '2026-12-05' },
  },
  'POST /staff/meeting/seats/refresh': {
    who: 'staff:decide',
    confirm: true,
    sends: true,
    summary: '按机构现在的名单更新应到人员：新增的补发通知；不再任职且未到会的移除，其回复记入审计日志',
    input: z.object(known),
    output: z.object({ id: z.int(), version: z.int(), joined: z.int(), gone: z.int() }),
    example: { id: 1, version: 3 },
  },
  'POST /staff/meeting/remind': {
    who: 'staff:decide',
    confirm: true,
    sends: true,
    summary:
      '提醒所选席位：还没有回复的请其回复，通讯表决中还没有表决的请其表决；已回复的告知会议的时间、地点或议程有变动',
    input: z.object({
      seatIds: z.array(int, '应为席位的列表').min(1, '请选择席位').max(1000, '一次最多 1000 席'),
      about: z.enum(['reply', 'change'], '应为 reply 或 change'),
    }),
    output: z.object({ told: z.int(), skipped: z.int() }),
    example: { seatIds: [1, 2], about: 'reply' },
  },
  'POST /staff/meeting/reply': {
    who: 'staff:decide',
    sends: true,
    summary: '录入以电话、盖章回执等方式收到的回复，须写明怎样收到；委托附有盖章委托书的即为确认，否则请受托人在线确认',
    input: z.object({ ...replyInput, received: text(100).min(2, '请写明怎样收到，例如“12 月 3 日盖章回执”') }),
    output: z.object({ id: z.int() }),
    example: { seatId: 1, reply: 'leave', reason: '出国', received: '12 月 3 日来电' },
  },
  'GET /staff/meeting/seat/list': {
    who: 'staff:decide',
    summary: '会议的应到席位及其回复、委托与到会情况；按会议、是否已回复、回复和到会筛选',
    ...registerList(seatFilters, seatRow),
    example: { meetingId: 1, replied: 'no' },
  },
  'GET /staff/meeting/seat/export': {
    who: 'staff:decide',
    confirm: true,
    summary: '导出会议的应到席位为 XLSX，条件和顺序与列表相同',
    ...registerExport(seatFilters),
    example: { meetingId: 1 },
  },
  'POST /staff/meeting/attend': {
    who: 'staff:decide',
    summary: '登记所选席位到会（现场或线上）、中途离会，或撤销登记；已记录的会议不能再改',
    input: z.object({
      seatIds: z.array(int, '应为席位的列表').min(1, '请选择席位').max(1000, '一次最多 1000 席'),
      as: z.enum([...modes, 'left', 'absent'], '应为 onSite、remote、left 或 absent'),
    }),
    output: z.object({ changed: z.int() }),
    example: { seatIds: [1], as: 'onSite' },
  },
  'GET /staff/meeting/quorum': {
    who: 'staff:decide',
    passive: true,
    summary: '此刻的应到、实到与是否达到规定的出席比例，供大屏与主持人实时查看',
    input: z.object({ id: int }),
    output: z.object({
      title: z.string(),
      heads,
      latest: z.array(z.object({ name: z.string(), at: z.string(), modeName: z.string() })),
      /** Motions under vote, and the one that was closed last. */
      motions: z.array(openMotion),
    }),
    example: { id: 1 },
  },
  'POST /staff/meeting/checkin/code': {
    who: 'staff:decide',
    summary: '签到二维码的内容：应到人员登录后扫码即为到会；再次生成的，以前的失效',
    input: z.object({ id: int, renew: z.boolean().default(false) }),
    output: z.object({ url: z.string(), svg: z.string() }),
    example: { id: 1 },
  },
} as const satisfies Contract
