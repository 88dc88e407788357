import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, province, text } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { idList, registerExport, registerList } from '#lib/register/registerContract.ts'
import { invitationFilters } from '../invitationFilters.ts'
import { invitationStates, MAX_INVITATIONS_PER_ACT, VALIDITY_DAYS, ways } from '../invitationWords.ts'

const way = z.enum(typedKeys(ways), '应为 sms、mail 或 letter')
const counted = z.object({ sms: z.int(), mail: z.int(), letter: z.int() })

const wanted = {
  province: province.optional(),
  /** Active members only; else every organisation of the register. */
  members: z.enum(['all', 'only'], '应为 all 或 only').default('only'),
  key: text(60).optional(),
  /** Limits the act to members selected in the register. */
  chosen: idList.optional(),
}
const chosen = {
  ids: z
    .array(int, '应为编号的列表')
    .min(1, '请选择邀请')
    .max(MAX_INVITATIONS_PER_ACT, `一次最多 ${MAX_INVITATIONS_PER_ACT} 份`),
}

/** Asking organisations of the register that nobody signs in for to open their account. */
export const staffInvitationsContract = {
  'GET /staff/invitation/candidates': {
    who: 'staff:accounts',
    summary: '可以邀请的单位：登记在册、还没有账号、没有待接受的邀请；各可用什么方式送达',
    input: z.object(wanted),
    output: z.object({
      total: z.int(),
      ways: counted,
      atOnce: z.int(),
      sample: z.array(z.object({ id: z.int(), name: z.string(), addressee: z.string(), way, to: z.string() })),
    }),
  },
  'POST /staff/invitation/send': {
    tells: true,
    who: 'staff:accounts',
    confirm: true,
    summary: '邀请这些单位开通账号：有手机的发短信，有邮箱的发邮件，其余打印信函；或一律用信函',
    input: z.object({
      ...wanted,
      way: z.enum(['best', 'letter'], '应为 best 或 letter').default('best'),
      days: int
        .min(VALIDITY_DAYS.least, `至少 ${VALIDITY_DAYS.least} 天`)
        .max(VALIDITY_DAYS.most, `最多 ${VALIDITY_DAYS.most} 天`)
        .default(VALIDITY_DAYS.usual),
    }),
    output: z.object({ made: z.int(), ways: counted, left: z.int() }),
    example: { members: 'only', way: 'best', days: 30 },
  },
  'GET /staff/invitation/list': {
    who: 'staff:accounts',
    summary: '邀请及其状态，最近发出的在前',
    ...registerList(
      invitationFilters,
      z.object({
        id: z.int(),
        organisationId: z.int(),
        name: z.string(),
        addressee: z.string(),
        way,
        wayName: z.string(),
        /** Masked. */
        to: z.string(),
        state: z.enum(typedKeys(invitationStates)),
        stateName: z.string(),
        createdAt: z.string(),
        expiresOn: z.string(),
        reminders: z.int(),
        remindedAt: z.string().nullable(),
        printedAt: z.string().nullable(),
        acceptedAt: z.string().nullable(),
        accountId: z.int().nullable(),
      }),
    ),
  },
  'GET /staff/invitation/count': {
    who: 'staff:accounts',
    summary: '各状态的邀请各有多少',
    input: nothing,
    output: z.array(z.object({ state: z.enum(typedKeys(invitationStates)), stateName: z.string(), count: z.int() })),
  },
  'GET /staff/invitation/export': {
    who: 'staff:accounts',
    confirm: true,
    summary: '按筛选条件导出邀请（Excel）',
    ...registerExport(invitationFilters),
  },
  'POST /staff/invitation/remind': {
    tells: true,
    who: 'staff:accounts',
    confirm: true,
    summary: '再发一次短信或邮件：每份一天一次；信函和已接受、过期、撤回的跳过',
    input: z.object(chosen),
    output: z.object({ sent: z.int(), skipped: z.int() }),
    example: { ids: [1] },
  },
  'POST /staff/invitation/withdraw': {
    who: 'staff:accounts',
    summary: '撤回邀请：链接立即失效；已接受的跳过',
    input: z.object(chosen),
    output: z.object({ withdrawn: z.int(), skipped: z.int() }),
    example: { ids: [1] },
  },
  'POST /staff/invitation/letters': {
    who: 'staff:accounts',
    summary: '打印邀请信（PDF）：每家单位一页，收信人在窗口信封的窗口内，附二维码',
    input: z.object({ ids: chosen.ids.max(500, '一次最多打印 500 封') }),
    output: 'file',
    example: { ids: [1] },
  },
} as const satisfies Contract

const token = text(60).min(1, '链接不完整')

export const invitationsContract = {
  'POST /invitation/open': {
    who: 'anyone',
    summary: '打开邀请链接：邀请的是哪家单位，到哪天为止',
    input: z.object({ token }),
    output: z.object({ name: z.string(), creditCode: z.string(), expiresOn: z.string() }),
    example: { token: 'x' },
  },
  'POST /invitation/accept': {
    who: 'anyone',
    summary: '接受邀请，为单位开通账号；成功后即已登录，单位资料随即可用',
    input: z.object({
      token,
      userName: text(60),
      phone: text(30),
      code: text(20),
      password: z.string('应为一段文字').max(1000, '过长'),
      agree: z.array(z.object({ document: z.enum(['privacy', 'terms']), version: text(20) })).max(10),
    }),
    output: z.object({
      token: z.string(),
      expireAt: z.string(),
      needComplete: z.boolean(),
      member: z.object({ userName: z.string() }),
    }),
    example: { token: 'x', userName: 'lixiaoming', phone: '13900001234', code: '204816', password: 'x', agree: [] },
  },
  'POST /invitation/take': {
    who: 'member',
    self: true,
    summary: '用已登录的单位账号接受邀请：该账号还没有登记单位时',
    input: z.object({ token }),
    output: z.object({ name: z.string() }),
    example: { token: 'x' },
  },
} as const satisfies Contract
