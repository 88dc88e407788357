import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, text } from '#lib/form/fields.ts'
import { formField, formInput } from '#lib/form/formContract.ts'
import { means } from '#modules/ballots/ballotWords.ts'
import { MAX_ITEMS, motionAnswers, motionVoteStates, voteWays } from './meetingWords.ts'

const answer = z.enum(motionAnswers, '应为同意、反对或弃权')
const count = z.int('应为不小于 0 的整数').min(0, '应为不小于 0 的整数').max(999_999, '数字过大')
const reason = text(200).min(2, '请写明原因')

/** The vote on one motion, as everybody at the meeting may see it. */
const motionVote = {
  voteId: z.int(),
  itemId: z.int(),
  title: z.string(),
  way: z.enum(voteWays),
  wayName: z.string(),
  state: z.enum(motionVoteStates),
  stateName: z.string(),
  openedAt: z.string(),
  closesAt: z.string().nullable(),
  /** The frozen base in people and in votes, and who stands aside. */
  base: z.string(),
  recused: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** Seats that may vote, and those that have; null: nobody can tell one by one, as with hands. */
  voters: z.int(),
  voted: z.int().nullable(),
}
/** How a seat voted; null: it has not, or its vote is not shown yet. */
export const seatAnswer = { name: z.string(), weight: z.int(), answer: answer.nullable(), answerName: z.string() }

export const openMotion = z.object({
  ...motionVote,
  /** Sentence and figures once it is closed; empty before. */
  result: z.string(),
  passes: z.boolean().nullable(),
})

/** The same for whoever has a seat: figures and names only where the charter publishes votes. */
export const ownMotion = z.object({
  ...motionVote,
  result: z.string(),
  passes: z.boolean().nullable(),
  /** How each seat voted can be read. */
  showsNames: z.boolean(),
  /** Seats for which the caller votes, with what is on record. */
  own: z.array(
    z.object({
      seatId: z.int(),
      ...seatAnswer,
      /** Why the caller cannot vote for it; empty where they can. */
      obstacle: z.string(),
    }),
  ),
})

const effectForm = z.object({
  kind: z.string(),
  name: z.string(),
  hint: z.string(),
  fields: z.array(formField),
})

/** Effect of a motion as a sentence. */
export const itemEffect = z.object({
  kind: z.string(),
  name: z.string(),
  sentences: z.array(z.string()),
  preparedName: z.string(),
  isDone: z.boolean(),
})

export const votesContract = {
  'GET /staff/meeting/votes': {
    who: 'staff:decide',
    passive: true,
    summary: '一次会议逐项的表决：基数、回避、已表决的席数与结果；此刻可以表决的席数',
    input: z.object({ id: int }),
    output: z.object({
      list: z.array(
        openMotion.extend({
          openedName: z.string(),
          closedAt: z.string().nullable(),
          closedName: z.string(),
          ballot: z.object({ id: z.int(), stateName: z.string() }).nullable(),
          voidReason: z.string(),
        }),
      ),
      present: z.int(),
    }),
    example: { id: 1 },
  },
  'GET /staff/meeting/vote/base': {
    who: 'staff:decide',
    summary: '此刻可以表决的席位，供开始表决时选出回避的',
    input: z.object({ id: int }),
    output: z.object({ list: z.array(z.object({ seatId: z.int(), name: z.string() })) }),
    example: { id: 1 },
  },
  'GET /staff/meeting/vote/seats': {
    who: 'staff:decide',
    passive: true,
    summary: '一次记名表决的各席：是否已表决；结束以后各席的意见',
    input: z.object({ voteId: int }),
    output: z.object({
      list: z.array(
        z.object({
          seatId: z.int(),
          ...seatAnswer,
          carrierName: z.string(),
          recusedReason: z.string(),
          hasVoted: z.boolean(),
          isTypedIn: z.boolean(),
          answeredName: z.string(),
          answeredAt: z.string().nullable(),
        }),
      ),
    }),
    example: { voteId: 1 },
  },
  'POST /staff/meeting/vote/open': {
    who: 'staff:decide',
    sends: true,
    summary:
      '开始表决一项或几项议题：此刻到会的席位（含受托）减去回避的，定为这次表决的基数，此后到会、离会只影响后面的议题。通讯表决的基数是全部应到席位，随即告知各席。无记名的生成投票草稿，由计票员设密钥、两人开始',
    maxBodyKb: 512,
    input: z.object({
      id: int,
      version: int,
      itemIds: z.array(int, '应为议题的列表').min(1, '请选择议题').max(MAX_ITEMS, `一次最多 ${MAX_ITEMS} 项`),
      way: z.enum(voteWays, '请选择表决方式'),
      recused: z
        .array(z.object({ seatId: int, reason: text(100).min(2, '请写明回避的原因') }), '应为席位的列表')
        .max(1000, '席位过多')
        .default([]),
      /** Of a secret ballot. */
      means: z.array(z.enum(means), '应为参加方式的列表').max(2).default(['online']),
    }),
    output: z.object({ voteIds: z.array(z.int()) }),
    example: { id: 1, version: 3, itemIds: [1], way: 'named', recused: [{ seatId: 4, reason: '所在单位的事项' }] },
  },
  'POST /staff/meeting/vote/type': {
    who: 'staff:decide',
    summary: '录入当场记名表决中所选席位的意见，或清除录入的；席位自己在手机上投的不能代改',
    maxBodyKb: 128,
    input: z.object({
      voteId: int,
      votes: z
        .array(z.object({ seatId: int, answer: answer.nullable() }), '应为席位的列表')
        .min(1, '请选择席位')
        .max(1000, '一次最多 1000 席'),
    }),
    output: z.object({ changed: z.int() }),
    example: { voteId: 1, votes: [{ seatId: 1, answer: 'yes' }] },
  },
  'POST /staff/meeting/vote/close': {
    who: 'staff:decide',
    summary: '结束表决并得出结果：举手的填写票数；记名的按已投的计；通讯表决在截止以前须各席都已表决',
    input: z.object({
      voteId: int,
      /** Of a show of hands. */
      counts: z.object({ yes: count, no: count, abstained: count }).optional(),
    }),
    output: z.object({ passes: z.boolean(), result: z.string() }),
    example: { voteId: 1, counts: { yes: 26, no: 1, abstained: 1 } },
  },
  'POST /staff/meeting/vote/void': {
    who: 'staff:decide',
    confirm: true,
    summary: '作废一次表决并写明原因，例如议题撤回、需重新表决；会议记录以前可以作废，记录保留，议题可以再次表决',
    input: z.object({ voteId: int, reason }),
    output: z.object({ voteId: z.int() }),
    example: { voteId: 1, reason: '提案人当场撤回' },
  },
  'GET /staff/meeting/effects': {
    who: 'staff:decide',
    summary: '议题通过后可以自动办理的事项，各有其表单；只列本人有权准备的',
    input: z.object({}),
    output: z.object({ list: z.array(effectForm) }),
  },
  'POST /staff/meeting/effect': {
    who: 'staff:decide',
    confirm: true,
    secondPerson: { rule: 'fees', when: { kind: 'levelFees' }, decidedWith: 'staff:members' },
    summary:
      '准备一项议题通过后自动办理的事项，例如会费调整、任命；记录会议时随通过生效，不通过则不办。会费的须第二人同意',
    input: z.object({
      itemId: int,
      kind: text(40).min(1, '请选择办理的事项'),
      form: formInput,
    }),
    output: z.object({ sentences: z.array(z.string()) }),
    example: { itemId: 1, kind: 'appointments', form: { people: [{ postId: '1', personName: '程远' }] } },
  },
  'POST /staff/meeting/effect/remove': {
    who: 'staff:decide',
    summary: '取消一项议题通过后自动办理的事项；还没有记录的会议',
    input: z.object({ itemId: int }),
    output: z.object({}),
    example: { itemId: 1 },
  },
  'POST /staff/meeting/reopen': {
    tells: true,
    who: 'staff:decide',
    confirm: true,
    summary:
      '撤回会议记录，回到已召开：随通过办理的事项一并撤回，任何一项撤不回的说明原因、全部不撤；决定了申请的会议不能撤回',
    input: z.object({ id: int, version: int, reason }),
    output: z.object({ id: z.int(), version: z.int() }),
    example: { id: 1, version: 4, reason: '票数录入有误' },
  },
} as const satisfies Contract
