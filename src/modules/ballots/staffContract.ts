import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, fileOf, int, text } from '#lib/form/fields.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { ballotFilters, voterFilters } from './ballotFilters.ts'
import { ballotStates, MAX_LETTERS, MAX_TELLERS, MAX_VOTERS, means, secrecies } from './ballotWords.ts'
import {
  base64,
  envelope,
  extension,
  groups,
  paperCount,
  question,
  questions,
  result,
  share,
} from './questionContract.ts'

export const section: Section = { title: '投票' }

const who = 'staff:ballots' as const
const seen = { id: int, version: int }
const moved = z.object({ id: z.int(), version: z.int() })
const moment = z.iso.datetime({ offset: true, message: '应为时间' })
const reason = text(200).min(1, '请填写原因')

const row = z.object({
  id: z.int(),
  title: z.string(),
  secrecy: z.enum(secrecies),
  state: z.enum(ballotStates),
  stateName: z.string(),
  opensAt: z.string(),
  closesAt: z.string(),
  voters: z.int(),
  tookPart: z.int(),
})
const voterRow = z.object({
  id: z.int(),
  name: z.string(),
  weight: z.int(),
  tookPart: z.enum(means).nullable(),
  isStruck: z.boolean(),
  /** A printed letter with a token that was not used. */
  hasLetter: z.boolean(),
})
const voterInput = z.object({
  name: text(60).min(1, '请填写姓名'),
  mobile: text(20).default(''),
  weight: z.coerce.number().int('应为正整数').min(1, '应为正整数').default(1),
})

export const staffBallotsContract = {
  'GET /staff/ballot/list': {
    who,
    summary: '投票，按截止时间从近到远；按状态、方式和截止日期筛选',
    ...registerList(ballotFilters, row),
    example: { state: 'open', pageNum: 1 },
  },
  'GET /staff/ballot/export': {
    who,
    confirm: true,
    summary: '导出投票为 XLSX，条件和顺序与列表相同',
    ...registerExport(ballotFilters),
    example: { state: 'counted' },
  },
  'GET /staff/ballot/detail': {
    who,
    summary: '一次投票：规则、进度、计票员、纸质计数、结果；无记名的不含任何投票内容',
    input: byId,
    output: row.extend({
      version: z.int(),
      key: z.string(),
      explanation: z.string(),
      means: z.array(z.enum(means)),
      asksCode: z.boolean(),
      isPublic: z.boolean(),
      questions: z.array(question),
      quorum: share.nullable(),
      useName: z.string(),
      useRoute: z.string().nullable(),
      tellers: z.array(z.string()),
      threshold: z.int().nullable(),
      tellersKey: z.string().nullable(),
      commitments: z.array(z.string()),
      voteKey: z.string().nullable(),
      roll: z.object({
        voters: z.int(),
        units: z.int(),
        online: z.int(),
        onlineUnits: z.int(),
        paper: z.int(),
        paperUnits: z.int(),
        /** Who cannot be sent a token. */
        unreachable: z.int(),
        struck: z.int(),
      }),
      /** Envelopes or named votes that came. */
      received: z.int(),
      paperCounts: z.array(z.object({ id: z.int(), tellerName: z.string(), isOwn: z.boolean(), at: z.string() })),
      /** Differences of the two counts; empty: they agree, or there are not two. */
      paperDifferences: z.array(z.string()),
      /** What the caller counted. */
      ownPaperCount: paperCount.nullable(),
      isPaperAgreed: z.boolean(),
      /** Named votes: names written in, by question, for grouping. */
      writtenIn: z.record(z.string(), z.array(z.string())),
      result: result.nullable(),
      voidReason: z.string(),
      extensions: z.array(extension),
      /** Printed tokens that still open the ballot. */
      letters: z.int(),
      paperTellers: z.array(z.object({ name: z.string(), userName: z.string() })),
    }),
    example: { id: 1 },
  },
  'GET /staff/ballot/voters': {
    who,
    summary: '一次投票的投票人，以及是否参加；从不说投了什么',
    ...registerList(voterFilters, voterRow),
    example: { ballotId: 1 },
  },
  'GET /staff/ballot/votersExport': {
    who,
    confirm: true,
    summary: '导出投票人和是否参加为 XLSX；手机只有一部分',
    ...registerExport(voterFilters),
    example: { ballotId: 1 },
  },
  'POST /staff/ballot/save': {
    who,
    maxBodyKb: 2688,
    summary: '新建投票，或修改草稿的名称、时间、方式和问题',
    input: z.object({
      id: int.optional(),
      version: int.optional(),
      title: text(100).min(1, '请填写名称'),
      explanation: text(4000).default(''),
      secrecy: z.enum(secrecies),
      means: z.array(z.enum(means)).min(1, '请选择参加的方式'),
      asksCode: z.boolean().default(true),
      isPublic: z.boolean().default(false),
      opensAt: moment,
      closesAt: moment,
      questions,
      quorum: share.nullable().default(null),
    }),
    output: moved,
    example: {
      title: '修改章程',
      secrecy: 'named',
      means: ['online'],
      opensAt: '2026-06-01T09:00:00+08:00',
      closesAt: '2026-06-08T17:00:00+08:00',
      questions: [
        {
          id: 'q1',
          title: '同意修改章程',
          kind: 'yesNo',
          options: [],
          min: 1,
          max: 1,
          writeIns: false,
          seats: 1,
          share: { numerator: 2, denominator: 3, isStrict: false },
          shareOf: 'cast',
        },
      ],
    },
  },
  'POST /staff/ballot/roll': {
    who,
    maxBodyKb: 4096,
    summary: '草稿的投票人名单，整份替换：逐人填写姓名、手机、票数，或取全部启用的会员账号（每个单位、每个人一票）',
    input: z.object({
      ...seen,
      voters: z.array(voterInput).max(MAX_VOTERS, `最多 ${MAX_VOTERS} 人`).default([]),
      fromAccounts: z.enum(['organisation', 'person', 'staff']).optional(),
    }),
    output: moved.extend({ voters: z.int() }),
    example: { id: 1, version: 1, voters: [{ name: '程晓明', mobile: '13900000001', weight: 1 }] },
  },
  'POST /staff/ballot/tellers': {
    who,
    summary:
      '无记名投票的计票员和公钥。私钥在设置人的浏览器里生成并拆成几份交给计票员，从不传到服务器；这里只收公钥和各份的哈希',
    input: z.object({
      ...seen,
      tellers: z.array(text(30).min(1, '请填写姓名')).min(2, '至少两名计票员').max(MAX_TELLERS),
      threshold: z.int().min(2, '至少两人才能开票').max(MAX_TELLERS),
      publicKey: base64(100),
      commitments: z.array(base64(60)).max(MAX_TELLERS),
    }),
    output: moved,
    example: {
      id: 1,
      version: 1,
      tellers: ['程晓明', '林静'],
      threshold: 2,
      publicKey: 'AAAA',
      commitments: ['AAAA', 'AAAB'],
    },
  },
  'POST /staff/ballot/open': {
    who,
    confirm: true,
    secondPerson: { rule: 'ballot' },
    sends: true,
    summary: '开始投票：名单和问题从此固定，网上投票的投票人收到口令',
    input: z.object(seen),
    output: moved,
    example: { id: 1, version: 1 },
  },
  'POST /staff/ballot/extend': {
    who,
    confirm: true,
    secondPerson: { rule: 'ballot' },
    sends: true,
    summary:
      '延长投票：截止以前把截止时间改晚，写明原因；名单上的人收到消息，投过的不用再投。不能提前，截止后不能再延长',
    input: z.object({ ...seen, closesAt: moment, reason }),
    output: moved,
    example: { id: 1, version: 2, closesAt: '2026-06-10T17:00:00+08:00', reason: '参加人数不足' },
  },
  'POST /staff/ballot/letters': {
    who,
    confirm: true,
    secondPerson: { rule: 'ballot' },
    summary: '给没有手机的投票人印在纸上的口令；以前的口令作废。另一位同事同意后打印（GET /staff/ballot/lettersFile）',
    input: z.object({
      id: int,
      voterIds: z.array(int).min(1, '请选择投票人').max(MAX_LETTERS, `一次最多 ${MAX_LETTERS} 人`),
    }),
    output: z.object({ voters: z.int() }),
    example: { id: 1, voterIds: [1] },
  },
  'GET /staff/ballot/lettersFile': {
    who,
    confirm: true,
    summary: '口令信（PDF）：还能用的口令，一人一页，附二维码和发放签收表；截止后不能再打印',
    ...fileOf,
  },
  'POST /staff/ballot/paperTellers': {
    who,
    tells: true,
    summary:
      '指定会员为纸质选票的计票员（登录名，整份替换）；新指定的收到消息。两份计数须由两个人填写，可以是会员或同事',
    input: z.object({
      ...seen,
      userNames: z.array(text(40).min(1, '请填写登录名')).max(MAX_TELLERS, `最多 ${MAX_TELLERS} 人`),
    }),
    output: moved,
    example: { id: 1, version: 3, userNames: ['chengxiaoming'] },
  },
  'POST /staff/ballot/remind': {
    who,
    confirm: true,
    sends: true,
    summary: '提醒没有参加的投票人；每人得到新口令，原来的口令失效',
    input: byId,
    output: z.object({ voters: z.int() }),
    example: { id: 1 },
  },
  'POST /staff/ballot/paper': {
    who,
    summary: '记下投票人领取了纸质选票，或撤回；已在网上参加的不能再领，领了的不能再在网上投',
    input: z.object({
      id: int,
      voterIds: z.array(int).min(1, '请选择投票人').max(500, '一次最多 500 人'),
      isPaper: z.boolean(),
    }),
    output: z.object({ voters: z.int() }),
    example: { id: 1, voterIds: [1], isPaper: true },
  },
  'POST /staff/ballot/strike': {
    who,
    confirm: true,
    secondPerson: { rule: 'ballot' },
    summary: '剔除一名还没有参加的投票人，写明原因；不再计入名单',
    input: z.object({ id: int, voterId: int, reason }),
    output: z.object({}),
    example: { id: 1, voterId: 2, reason: '已退会' },
  },
  'POST /staff/ballot/close': {
    who,
    confirm: true,
    summary: '截止投票，不能再开：此后不再收票；早于截止时间的写明原因',
    input: z.object({ ...seen, reason: text(200).default('') }),
    output: moved,
    example: { id: 1, version: 2 },
  },
  'POST /staff/ballot/paperCount': {
    who,
    summary: '截止后，一名计票员对纸质选票的计数；两人各自登录、各自填写，一致的才有效',
    input: z.object({ id: int, count: paperCount }),
    output: z.object({ isAgreed: z.boolean(), differences: z.array(z.string()) }),
    example: {
      id: 1,
      count: { cast: 3, rejected: 0, questions: [{ id: 'q1', answered: 3, units: { yes: 3 }, names: {} }] },
    },
  },
  'POST /staff/ballot/discardCount': {
    who,
    confirm: true,
    secondPerson: { rule: 'ballot' },
    summary: '撤下一名计票员的计数，例如其不能再来核对；写明原因，原来的数字留在审计日志，由另一人重新计数',
    input: z.object({ id: int, countId: int, reason }),
    output: z.object({}),
    example: { id: 1, countId: 1, reason: '计票员离职，不能再来核对' },
  },
  'GET /staff/ballot/envelopes': {
    who,
    summary: '截止后，收到的全部密封信封，供计票员在浏览器里用各自的密钥份额打开',
    input: byId,
    output: z.object({ envelopes: z.array(envelope.extend({ receipt: z.string() })) }),
    example: { id: 1 },
  },
  'GET /staff/ballot/file': {
    who,
    isStored: true,
    summary: '公布文件（JSON），与公开的相同',
    ...fileOf,
  },
  'POST /staff/ballot/count': {
    who,
    confirm: true,
    maxBodyKb: 32_768,
    summary:
      '计票并公布：无记名投票交上打开的选票（逐张核对签名，张数须与信封合得上）和打不开的信封的回执；另写姓名的归并一并公布',
    input: z.object({
      ...seen,
      /** Votes as canonical JSON, one text each. */
      votes: z
        .array(z.string().max(60_000))
        .max(MAX_VOTERS * 20)
        .default([]),
      spoiled: z.array(text(40)).max(MAX_VOTERS).default([]),
      groups: groups.default({}),
    }),
    output: moved,
    example: { id: 1, version: 3, votes: [], spoiled: [], groups: {} },
  },
  'POST /staff/ballot/void': {
    who,
    confirm: true,
    secondPerson: { rule: 'ballot' },
    summary: '作废一次投票，写明原因；收到的票留存，不再计票',
    input: z.object({ ...seen, reason }),
    output: moved,
    example: { id: 1, version: 2, reason: '名单有误，另行投票' },
  },
  'POST /staff/ballot/remove': {
    who,
    summary: '删除草稿',
    input: z.object(seen),
    output: z.object({}),
    example: { id: 1, version: 1 },
  },
} as const satisfies Contract
