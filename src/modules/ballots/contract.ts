import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, int, nothing, text } from '#lib/form/fields.ts'
import { ballotStates, MAX_SECRET_WEIGHT, means, secrecies } from './ballotWords.ts'
import { answers, base64, envelope, extension, paperCount, question, result } from './questionContract.ts'

export const section: Section = { title: '投票' }

/** A hall full of phones shares one address. */
const hall = (name: string) => ({ name: `ballot/${name}`, max: 1500, per: 60_000 })

const key = z.uuid('不是有效的投票')
const token = text(60).min(1, '请填写口令')
/** Proof of being this voter, sealed by the server; good for a day. */
const pass = z.string().max(1000)

const summary = {
  key: z.string(),
  title: z.string(),
  secrecy: z.enum(secrecies),
  state: z.enum(ballotStates),
  stateName: z.string(),
  opensAt: z.string(),
  closesAt: z.string(),
}
const roll = z.object({
  voters: z.int(),
  units: z.int(),
  online: z.int(),
  onlineUnits: z.int(),
  paper: z.int(),
  paperUnits: z.int(),
})

const found = z.object({
  ...summary,
  voterName: z.string(),
  /** Phone to which a code goes, masked; null: by WeChat alone, or none is asked for. */
  codeTo: z.string().nullable(),
  /** The code can also come by the WeChat that is bound to the voter's account. */
  codeByWechat: z.boolean(),
  pass: z.string().nullable(),
})

export const ballotContract = {
  'POST /ballot/enter': {
    who: 'anyone',
    isQuestion: true,
    limit: hall('enter'),
    summary: '凭短信或通知中的口令（token）打开一次投票；需要验证码的先获取验证码，不需要的直接得到 pass',
    input: z.object({ token }),
    output: found,
    example: { token: '7K3M-9QXR-2HVD-PW4T' },
  },
  'POST /ballot/code': {
    who: 'anyone',
    limit: hall('code'),
    summary: '向投票人登记的手机（sms）或其账号绑定的微信（wechat）发送验证码；两种一共一分钟一次',
    input: z.object({ token, by: z.enum(['sms', 'wechat']).default('sms') }),
    output: z.object({ expire: z.int(), interval: z.int() }),
    example: { token: '7K3M-9QXR-2HVD-PW4T' },
  },
  'POST /ballot/prove': {
    who: 'anyone',
    limit: hall('prove'),
    summary: '口令和验证码一起换取 pass，一天内有效',
    input: z.object({ token, code: text(20).min(1, '请填写验证码') }),
    output: z.object({ pass: z.string() }),
    example: { token: '7K3M-9QXR-2HVD-PW4T', code: '204816' },
  },
  'POST /ballot/paper': {
    who: 'anyone',
    isQuestion: true,
    limit: hall('paper'),
    summary: '凭 pass 读取选票、规则、公钥和本人是否已参加；无记名投票不含任何投票内容',
    input: z.object({ pass }),
    output: z.object({
      ...summary,
      explanation: z.string(),
      voterName: z.string(),
      weight: z.int(),
      means: z.array(z.enum(means)),
      questions: z.array(question),
      tookPart: z.enum(means).nullable(),
      /** Secret ballots: public keys of the registrar and of the tellers. */
      keys: z.object({ envelope: z.string(), vote: z.string(), tellers: z.string() }).nullable(),
      tellers: z.array(z.string()),
      threshold: z.int().nullable(),
      /** Named ballots: the receipt of the vote that is there. */
      receipt: z.string().nullable(),
      roll,
      result: result.nullable(),
      extensions: z.array(extension),
    }),
    example: { pass: 'sealed' },
  },
  'POST /ballot/right': {
    who: 'anyone',
    limit: hall('right'),
    summary:
      '无记名投票：领取投票权。登记处对手机生成的盲化公钥签名（RFC 9474），看不到公钥本身；重复提交同一请求得到同样的签名，另一请求被拒绝',
    input: z.object({
      pass,
      rights: z
        .array(z.object({ envelope: base64(400), vote: base64(400) }))
        .min(1)
        .max(MAX_SECRET_WEIGHT),
    }),
    output: z.object({ rights: z.array(z.object({ envelope: z.string(), vote: z.string() })) }),
    example: { pass: 'sealed', rights: [{ envelope: 'AAAA', vote: 'AAAA' }] },
  },
  'POST /ballot/cast': {
    who: 'anyone',
    limit: hall('cast'),
    isAnonymous: true,
    maxBodyKb: 256,
    summary: '无记名投票：投入一个密封的信封。不带登录、口令或 pass；同一信封重复投入，得到同样的回执',
    input: z.object({ key, envelope }),
    output: z.object({ receipt: z.string() }),
    example: {
      key: '0d9f2f0e-7b7a-4c62-9a55-0a4c4c9f3f10',
      envelope: { key: 'AAAA', certificate: 'AAAA', signature: 'AAAA', sealed: 'AAAA' },
    },
  },
  'POST /ballot/vote': {
    who: 'anyone',
    limit: hall('vote'),
    maxBodyKb: 2560,
    summary: '记名投票：投票；同样的内容重复提交得到同样的回执，投出后不能修改',
    input: z.object({ pass, answers }),
    output: z.object({ receipt: z.string() }),
    example: { pass: 'sealed', answers: [{ picks: ['yes'], names: [] }] },
  },
  'GET /ballot/result': {
    who: 'anyone',
    limit: hall('result'),
    summary: '投票结果和参加人数；不公开的凭 pass 查看（请求头 ticket）',
    input: z.object({ key }),
    output: z.object({
      ...summary,
      explanation: z.string(),
      questions: z.array(question),
      tellers: z.array(z.string()),
      roll,
      result: result.nullable(),
      voidReason: z.string(),
      extensions: z.array(extension),
    }),
    example: { key: '0d9f2f0e-7b7a-4c62-9a55-0a4c4c9f3f10' },
  },
  'GET /ballot/receipt': {
    who: 'anyone',
    limit: { name: 'ballot/receipt', max: 120, per: 60_000 },
    summary: '回执是否在收到的选票之中；不显示选票的内容',
    input: z.object({ key, receipt: text(40).min(1, '请填写回执') }),
    output: z.object({ isThere: z.boolean(), isSpoiled: z.boolean() }),
    example: { key: '0d9f2f0e-7b7a-4c62-9a55-0a4c4c9f3f10', receipt: '7K3M-9QXR-2HVD-PW4T' },
  },
  'GET /ballot/file': {
    who: 'anyone',
    limit: { name: 'ballot/file', max: 60, per: 60_000 },
    isStored: true,
    summary:
      '计票后公布的文件（JSON）：全部信封、打开的选票、签名和结果，可用 /recount.mjs 独立核对；不公开的凭 pass（请求头 ticket）',
    input: z.object({ key }),
    output: 'file',
    example: { key: '0d9f2f0e-7b7a-4c62-9a55-0a4c4c9f3f10' },
  },
  'GET /member/ballot/list': {
    who: 'signedIn',
    summary: '本账号的投票，进行中的在前',
    input: nothing,
    output: z.object({
      list: z.array(
        z.object({
          ...summary,
          id: z.int(),
          tookPart: z.enum(means).nullable(),
          /** Votes online are taken now. */
          isOpen: z.boolean(),
        }),
      ),
      /** Ballots whose paper slips the account was asked to count. */
      toCount: z.array(z.object({ id: z.int(), title: z.string(), stateName: z.string() })),
    }),
  },
  'GET /member/ballot/count': {
    who: 'signedIn',
    summary: '请本账号计数的纸质选票：问题、发出的票数、本人的计数；另一人的计数在两份都有以前看不到',
    input: byId,
    output: z.object({
      id: z.int(),
      title: z.string(),
      state: z.enum(ballotStates),
      questions: z.array(question),
      paperUnits: z.int(),
      paperCounts: z.array(z.object({ tellerName: z.string(), isOwn: z.boolean() })),
      paperDifferences: z.array(z.string()),
      ownPaperCount: paperCount.nullable(),
      isPaperAgreed: z.boolean(),
    }),
    example: { id: 1 },
  },
  'POST /member/ballot/count': {
    who: 'signedIn',
    summary: '会员作为计票员填写纸质选票的计数；须本人登录，两份计数须由两个人填写',
    input: z.object({ id: int, count: paperCount }),
    output: z.object({ isAgreed: z.boolean(), differences: z.array(z.string()) }),
    example: {
      id: 1,
      count: { cast: 3, rejected: 0, questions: [{ id: 'q1', answered: 3, units: { yes: 3 }, names: {} }] },
    },
  },
  'POST /member/ballot/pass': {
    who: 'signedIn',
    isQuestion: true,
    summary: '已登录的投票人不用口令，直接得到一次投票的 pass',
    input: z.object({ id: int }),
    output: z.object({ pass: z.string() }),
    example: { id: 1 },
  },
} as const satisfies Contract
