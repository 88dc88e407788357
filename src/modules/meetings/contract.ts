import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { int, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { storedFile } from '#modules/files/contract.ts'
import { meetingStates, modes, outcomes, proxyStates, replies } from './meetingWords.ts'
import { ownMinutesContract } from './minutesContract.ts'
import { heads, replyInput } from './seatsContract.ts'

export const section: Section = { title: '我的会议' }

const mySeat = z.object({
  seatId: z.int(),
  name: z.string(),
  personName: z.string(),
  postName: z.string(),
  weight: z.int(),
  reply: z.enum(replies).nullable(),
  replyName: z.string(),
  reason: z.string(),
  proxySeatId: z.int().nullable(),
  proxyTo: z.string(),
  proxyState: z.enum(proxyStates).nullable(),
  proxyStateName: z.string(),
  files: z.array(storedFile),
  repliedAt: z.string().nullable(),
  /** Person or colleague who replied for the seat. */
  repliedName: z.string(),
  mode: z.enum(modes).nullable(),
  arrivedAt: z.string().nullable(),
})

const paper = z.object({ paperId: z.int(), name: z.string(), size: z.int(), ext: z.string(), isRead: z.boolean() })

const meetingRow = z.object({
  id: z.int(),
  title: z.string(),
  bodyName: z.string(),
  meetsOn: z.string(),
  startsAt: z.string(),
  place: z.string(),
  state: z.enum(meetingStates),
  stateName: z.string(),
  replyBy: z.string().nullable(),
  seats: z.array(mySeat),
  /** Proxies that the caller is asked to carry. */
  asked: z.int(),
})

/** Calls of whoever signed in, about all seats that they hold or act for, whichever company they act for now. */
export const meetingsContract = {
  ...ownMinutesContract,
  'GET /meeting/list': {
    who: 'member',
    self: true,
    summary: '本人或所代表的单位应到的会议，将开的在前；一人代表几家单位的一并列出',
    ...paged({}, meetingRow),
    example: { pageNum: 1 },
  },
  'GET /meeting/detail': {
    who: 'member',
    self: true,
    summary: '一次会议：时间地点、议程、给本席看的材料、本席的回复、请本人受托的委托',
    input: z.object({ id: int }),
    output: meetingRow.extend({
      onlineUrl: z.string(),
      sentences: z.array(z.string()),
      agenda: z.array(
        z.object({
          itemId: z.int(),
          title: z.string(),
          kindName: z.string(),
          text: z.string(),
          presenter: z.string(),
          outcome: z.enum(outcomes).nullable(),
          outcomeName: z.string(),
          papers: z.array(paper),
        }),
      ),
      papers: z.array(paper),
      /** Proxies given to the caller. */
      proxies: z.array(
        z.object({ seatId: z.int(), name: z.string(), state: z.enum(proxyStates), stateName: z.string() }),
      ),
      /** Seats that may be asked to carry a proxy; empty where the charter has none. */
      carriers: z.array(z.object({ seatId: z.int(), name: z.string() })),
      /** A proxy may go to somebody who has no seat. */
      mayNameAnyone: z.boolean(),
      mayGiveProxy: z.boolean(),
      canReply: z.boolean(),
      heads,
    }),
    example: { id: 1 },
  },
  'POST /meeting/reply': {
    who: 'member',
    self: true,
    summary: '回复出席、请假（写明原因）或委托：委托他席的请其在线确认，或上传盖章的委托书；会议开始前可以改',
    input: z.object({ ...replyInput, reply: z.enum(replies, '请选择出席、请假或委托') }),
    output: z.object({ id: z.int() }),
    example: { seatId: 1, reply: 'attend' },
  },
  'POST /meeting/proxy': {
    who: 'member',
    self: true,
    summary: '受托人确认或谢绝一项委托；超过章程规定的受托席数的不能确认',
    input: z.object({ seatId: int, accept: z.boolean('请选择接受或不接受') }),
    output: z.object({ id: z.int() }),
    example: { seatId: 1, accept: true },
  },
  'POST /meeting/paper': {
    who: 'member',
    self: true,
    summary: '打开一份会议材料，并记下已读；给出文件的地址',
    input: z.object({ paperId: int }),
    output: z.object({ url: z.string() }),
    example: { paperId: 1 },
  },
  'POST /meeting/checkin': {
    who: 'member',
    self: true,
    summary: '签到：扫会场的二维码为现场，带会议编号由线上会议进入的为线上；本人所代表的席位一并签到',
    input: z.object({ id: int, code: text(60).default('') }),
    output: z.object({ title: z.string(), seats: z.array(z.string()), mode: z.enum(modes), modeName: z.string() }),
    example: { id: 1, code: 'k3Jd0sQ2' },
  },
} as const satisfies Contract
