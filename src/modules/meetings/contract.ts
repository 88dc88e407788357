import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { int, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { storedFile } from '#modules/files/contract.ts'
import { meetingStates, modes, motionAnswers, outcomes, proxyStates, replies } from './meetingWords.ts'
import { ownMinutesContract } from './minutesContract.ts'
import { heads, replyInput } from './seatsContract.ts'
import { ownMotion, seatAnswer } from './votesContract.ts'

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
  isWritten: z.boolean(),
  votesUntil: z.string().nullable(),
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
          /** What happens by itself once it has passed. */
          effects: z.array(z.string()),
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
  'GET /meeting/votes': {
    who: 'member',
    self: true,
    passive: true,
    summary: '一次会议逐项的表决：此刻的出席、基数与回避，本人可以投的席位，已结束的结果；票数与姓名按会议规则公开与否',
    input: z.object({ id: int }),
    output: z.object({ heads, list: z.array(ownMotion) }),
    example: { id: 1 },
  },
  'GET /meeting/vote/names': {
    who: 'member',
    self: true,
    summary: '一次已结束的记名表决中各席的意见；会议规则公开票数的才有',
    input: z.object({ voteId: int }),
    output: z.object({ list: z.array(z.object(seatAnswer)) }),
    example: { voteId: 1 },
  },
  'POST /meeting/vote': {
    who: 'member',
    self: true,
    summary:
      '记名表决：为本席和受托的席位投同意、反对或弃权，可以一次投几席；结束以前可以改。before 为投票人看到的上一次意见，已被另一部手机改过的不覆盖',
    input: z.object({
      voteId: int,
      votes: z
        .array(
          z.object({
            seatId: int,
            answer: z.enum(motionAnswers, '请选择同意、反对或弃权'),
            before: z.enum(motionAnswers, '应为同意、反对或弃权').nullable().default(null),
          }),
          '应为席位的列表',
        )
        .min(1, '请选择席位')
        .max(200, '一次最多 200 席'),
    }),
    output: z.object({ seats: z.array(z.string()) }),
    example: { voteId: 1, votes: [{ seatId: 1, answer: 'yes', before: null }] },
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
