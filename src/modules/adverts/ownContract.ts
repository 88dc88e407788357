import { z } from 'zod'
import { financeIfPaying } from '#lib/access/duties.ts'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, day, fileOf, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { paged } from '#lib/paging.ts'
import { storedFile } from '#modules/files/contract.ts'
import { receivableStates } from '#modules/ledger/ledgerWords.ts'
import { receiptDetails } from '#modules/ledger/slips/slipShape.ts'
import { state } from '#modules/review/stateContract.ts'
import { payAccount } from '#modules/settings/contract.ts'
import { material, progress, remark } from '../review/applicationShape.ts'
import { statuses } from './advertStatus.ts'
import { position } from './contract.ts'

const status = z.enum(statuses, '不是有效的广告状态')

const cost = {
  days: z.int(),
  freeDays: z.int(),
  paidDays: z.int(),
  price: z.number(),
  amount: z.number(),
  /** 共 30 天，会员权益抵扣 20 天，10 天 × 100 元 = 1,000 元 */
  words: z.string(),
}

const may = {
  canEdit: z.boolean(),
  canPay: z.boolean(),
  canChange: z.boolean(),
  canWithdraw: z.boolean(),
  canRemove: z.boolean(),
}

const head = {
  id: z.int(),
  number: z.string().nullable(),
  title: z.string(),
  position: position.nullable(),
  positionName: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  status,
  statusName: z.string(),
  imageId: z.int().nullable(),
  views: z.int(),
  clicks: z.int(),
  amount: z.number().nullable(),
  /** Why it is off the site. */
  reason: z.string(),
  /** The application behind it; its version goes with a withdrawal. */
  applicationId: z.int().nullable(),
  applicationVersion: z.int().nullable(),
  deadline: z.string().nullable(),
  /** A change of it that is not approved yet; what was approved runs on meanwhile. */
  change: z
    .object({ id: z.int(), number: z.string().nullable(), status: state, statusName: z.string(), version: z.int() })
    .nullable(),
  ...may,
}

const positionShown = z.object({
  code: position,
  name: z.string(),
  size: z.string(),
  width: z.int(),
  height: z.int(),
  price: z.number(),
  maxNum: z.int(),
  isOpen: z.boolean(),
  note: z.string(),
  /** Places free on each of the next thirty days. */
  free: z.int(),
  /** Adverts shown there today. */
  now: z.array(z.object({ title: z.string(), advertiser: z.string(), imgUrl: z.string(), endDate: z.string() })),
})

const perDay = z.object({ day: z.string(), views: z.int(), clicks: z.int() })
const span = { id: int, from: day.optional(), to: day.optional() }

export const section: Section = { title: '广告' }

export const ownAdvertsContract = {
  'GET /cms/adverti/list': {
    who: 'member',
    summary: '我的广告：状态、时间、浏览和点击次数，新的在前',
    ...paged({ status: status.optional() }, z.object(head)),
    example: { status: 'running', pageNum: 1, pageSize: 10 },
  },
  'GET /cms/adverti/contact': {
    who: 'member',
    summary: '广告位、价格与空位，以及广告业务的联系人；会刊（P7）广告请与联系人商定',
    input: nothing,
    output: z.object({
      contactName: z.string(),
      phone: z.string(),
      mobile: z.string(),
      email: z.string(),
      wechat: z.string(),
      /** QR code of the association's WeChat account. */
      qr: z.string().nullable(),
      positions: z.array(positionShown),
      offline: z.object({ code: z.literal('P7'), name: z.string(), note: z.string() }),
      notice: z.string(),
    }),
  },
  'GET /cms/adverti/quote': {
    who: 'member',
    summary: '一个广告位在一段时间的费用（含会员权益抵扣）与已满的日期',
    input: z.object({ position, startDate: day, endDate: day, id: int.optional() }),
    output: z.object({ ...cost, isOpen: z.boolean(), full: z.array(z.string()) }),
    example: { position: 'P2', startDate: '2026-12-01', endDate: '2026-12-30' },
  },
  'GET /cms/adverti/user/info': {
    who: 'member',
    summary: '一条广告的全部内容与可改的栏目；已通过的，给出变更表；不给 id 时为新广告的默认内容',
    input: z.object({ id: int.optional() }),
    output: z.object({
      advert: z.object(head).nullable(),
      /** `change`: what is filled in is a change of an approved advert. */
      mode: z.enum(['apply', 'change', 'view']),
      version: z.int().nullable(),
      savedAt: z.string().nullable(),
      editable: z.boolean(),
      fields: z.array(formField).readonly(),
      openFields: z.array(z.string()),
      form: formValues,
      materials: z.array(material),
      auditReason: z.array(remark),
      /** Words that no advert may use: one a line, with what to write instead. */
      forbiddenWords: z.string(),
      advertiser: z.string(),
      picture: storedFile.nullable(),
      progress: z.object(progress).nullable(),
      fee: z
        .object({
          ...cost,
          state: z.enum(receivableStates),
          account: payAccount,
          /** Remark to give with the transfer. */
          remark: z.string(),
          /** Among all that is owed, for asking a refund once it is paid; null: not paid. */
          receivableId: z.int().nullable(),
          receipt: receiptDetails,
          invoice: z.object({ number: z.string(), issuedOn: z.string().nullable() }).nullable(),
        })
        .nullable(),
    }),
    example: { id: 1 },
  },
  'POST /cms/adverti/user/update': {
    who: 'member',
    duties: financeIfPaying('applications', ({ pay }) => pay !== undefined),
    summary: '保存或提交广告；已通过的为提交变更，通过前原内容照常投放；待缴费时以 pay 提交缴费凭证',
    input: z.object({
      id: int.optional(),
      /** Version of the application that was read; an outdated one overwrites nothing. */
      version: int.optional(),
      form: formInput.optional(),
      materials: z
        .array(z.object({ code: text(20), fileId: int }), '应为材料的列表')
        .max(40, '材料不能超过 40 个')
        .optional(),
      answers: z.record(z.string().max(40), text(500), '应为对各条意见的答复').optional(),
      pay: formInput.optional(),
      action: z.enum(['save', 'submit'], '应为保存或提交'),
    }),
    output: z.object({
      id: z.int(),
      status,
      statusName: z.string(),
      version: z.int(),
      savedAt: z.string(),
      applicationId: z.int(),
    }),
    example: { form: { position: 'P2', title: '成套水处理装置' }, action: 'save' },
  },
  'POST /cms/adverti/user/remove': {
    who: 'member',
    duties: ['applications'],
    summary: '删除草稿或退回的广告，或把已结束的从列表中移走；协会的记录保留',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
  'GET /cms/adverti/stats': {
    who: 'member',
    summary: '一条广告每天的浏览和点击次数，可限定起止日期',
    input: z.object(span),
    output: z.object({ days: z.array(perDay), views: z.int(), clicks: z.int() }),
    example: { id: 1, from: '2026-11-01', to: '2026-11-30' },
  },
  'GET /cms/adverti/stats/export': {
    who: 'member',
    summary: '导出一条广告每天的浏览和点击次数为 XLSX',
    input: z.object(span),
    output: 'file',
    example: { id: 1 },
  },
  'GET /cms/adverti/invoice': {
    who: 'member',
    summary: '下载一条广告的发票',
    ...fileOf,
  },
} as const satisfies Contract
