import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { code, int, province, text } from '#lib/form/fields.ts'
import { page, paging } from '#lib/paging.ts'
import { certificateStatus } from '#modules/certificates/contract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { organisationCategories, organisationNatures } from '#modules/members/categories.ts'
import { material } from '#modules/review/applyingContract.ts'
import { formField, formInput, formValues, remark } from '#modules/review/contract.ts'
import { states } from '#modules/review/workflow.ts'
import { memberFeesContract } from './fees/contract.ts'
import { feeStates } from './fees/feeWords.ts'
import { CONTENT_LIMIT } from './style/styleForm.ts'

const category = z.enum(
  organisationCategories.map(({ code }) => code),
  '不是有效的行业类别',
)

export const memberRow = z.object({
  id: z.int(),
  memberNo: z.string(),
  kind: z.enum(['organisation', 'person']),
  /** The organisation's, or that of a person's employer. */
  orgName: z.string(),
  shortName: z.string(),
  /** A person's, masked. */
  personName: z.string().nullable(),
  logo: z.string().nullable(),
  /** Code of the level. */
  type: z.int(),
  typeName: z.string(),
  provinceName: z.string(),
  categoryNames: z.array(z.string()),
  mainBusiness: z.string(),
  joinDate: z.string(),
  website: z.string(),
})

/** 会员风采 */
const style = z.object({
  title: z.string(),
  cover: z.string().nullable(),
  content: z.string(),
  images: z.array(z.string()),
  video: z.string().nullable(),
  honours: z.string(),
})

/** A place for files is called `slot` here. */
const { code: slot, ...place } = material.shape

/** Where fees are paid to. */
const payAccount = z.object({ name: z.string(), bank: z.string(), number: z.string(), code: z.string() }).nullable()

/** What every step of an application says of it first. */
const head = {
  applyId: z.int().nullable(),
  number: z.string().nullable(),
  status: z.enum(states),
  statusName: z.string(),
  version: z.int().nullable(),
  savedAt: z.string().nullable(),
  deadline: z.string().nullable(),
}
const result = z.object({
  applyId: z.int(),
  number: z.string().nullable(),
  status: z.enum(states),
  statusName: z.string(),
  version: z.int(),
  savedAt: z.string(),
})
const written = {
  version: int.optional(),
  answers: z.record(z.string().max(40), text(500), '应为对各条意见的答复').optional(),
  action: z.enum(['save', 'submit'], '应为保存或提交'),
}

export const membershipContract = {
  ...memberFeesContract,
  'GET /member/getApply1': {
    who: 'member',
    summary: '入会申请表：可填的栏目、已填的内容、退回意见；没有申请时为带出已有资料的空表',
    input: z.object({ id: int.optional() }),
    output: z.object({
      ...head,
      editable: z.boolean(),
      fields: z.array(formField).readonly(),
      openFields: z.array(z.string()),
      form: formValues,
      auditReason: z.array(remark),
    }),
    example: {},
  },
  'POST /member/apply1Submit': {
    who: 'member',
    summary: '保存或提交入会申请表；version 为读到的版本，已被别处修改时返回 409',
    input: z.object({ id: int.optional(), form: formInput, ...written }),
    output: result,
    example: { form: { name: '北京清源锅炉清洗有限公司' }, action: 'save' },
  },
  'GET /member/getApply2': {
    who: 'member',
    summary: '盖章材料与缴费；申请表未通过初审时返回 409',
    input: z.object({ id: int.optional() }),
    output: z.object({
      ...head,
      editable: z.boolean(),
      slots: z.array(z.object({ slot, ...place })),
      fee: z
        .object({
          year: z.int(),
          levelName: z.string(),
          amount: z.number(),
          state: z.enum(feeStates),
          account: payAccount,
          /** What to write on the transfer. */
          remark: z.string(),
          receipt: z.object({
            paidOn: z.string().nullable(),
            payer: z.string(),
            receiptTitle: z.string(),
            receiptCreditCode: z.string(),
            receiptEmail: z.string(),
            slip: storedFile.nullable(),
          }),
        })
        .nullable(),
      auditReason: z.array(remark),
      noticeEndsOn: z.string().nullable(),
    }),
    example: {},
  },
  'POST /member/apply2Submit': {
    who: 'member',
    summary: '保存或提交盖章材料；待缴费时以 receipt 提交缴费凭证',
    input: z.object({
      applyId: int,
      files: z
        .array(z.object({ slot: code, fileId: int }), '应为材料的列表')
        .max(60, '材料不能超过 60 个')
        .optional(),
      receipt: formInput.optional(),
      ...written,
    }),
    output: result,
    example: { applyId: 1, files: [{ slot: 'licence', fileId: 1 }], action: 'save' },
  },
  'POST /member/download': {
    who: 'member',
    summary: '下载申请表（PDF 或 DOCX）、缴费通知、会费确认单、会员证书',
    input: z.object({
      type: z.enum(['applyForm', 'certificate', 'feeNotice', 'receipt'], '应为可下载的文件种类'),
      id: int.optional(),
      /** Of a fee that came after the first one: its own id. */
      feeId: int.optional(),
      format: z.enum(['pdf', 'docx'], '应为 pdf 或 docx').default('pdf'),
    }),
    output: 'file',
    example: { type: 'applyForm', id: 1, format: 'pdf' },
  },
  'GET /member/membership': {
    who: 'member',
    summary: '我的会员身份：编号、级别、证书、会费；可申请的级别',
    input: z.object({}),
    output: z.object({
      isComplete: z.boolean(),
      member: z
        .object({
          id: z.int(),
          memberNo: z.string(),
          levelName: z.string(),
          status: z.string(),
          statusName: z.string(),
          joinDate: z.string(),
          validTo: z.string().nullable(),
          feePaidYear: z.int().nullable(),
          isPublic: z.boolean(),
          certificateUrl: z.string().nullable(),
          pageUrl: z.string().nullable(),
        })
        .nullable(),
      fees: z.array(
        z.object({
          id: z.int(),
          year: z.int(),
          levelName: z.string(),
          amount: z.number(),
          state: z.enum(feeStates),
          stateName: z.string(),
          version: z.int(),
          paidOn: z.string().nullable(),
          payer: z.string(),
          dueOn: z.string().nullable(),
          receiptTitle: z.string(),
          receiptCreditCode: z.string(),
          receiptEmail: z.string(),
          returnReason: z.string(),
          adjustReason: z.string(),
          hasReceipt: z.boolean(),
          /** Whether it is paid here, and not as a step of the application. */
          canPay: z.boolean(),
          /** What to write on the transfer. */
          remark: z.string(),
        }),
      ),
      payAccount,
      levels: z.array(
        z.object({
          code: z.int(),
          name: z.string(),
          fee: z.number(),
          advertDays: z.int().nullable(),
          trainingSeats: z.int().nullable(),
        }),
      ),
      application: z
        .object({
          id: z.int(),
          number: z.string().nullable(),
          status: z.enum(states),
          statusName: z.string(),
          route: z.string(),
        })
        .nullable(),
      claim: z.object({ id: z.int(), status: z.enum(states), statusName: z.string() }).nullable(),
    }),
  },
  'POST /member/claim': {
    who: 'member',
    summary: '认领协会名册中已有的会员或证书：凭编号与单位，由工作人员确认',
    input: z.object({
      memberNumber: text(40).min(1, '请填写会员编号或证书编号'),
      note: text(500).default(''),
      fileIds: z.array(int, '应为文件的列表').max(5, '最多 5 个文件').default([]),
    }),
    output: result,
    example: { memberNumber: 'CBWA-D-32-0001', fileIds: [1] },
  },
  'GET /member/style': {
    who: 'member',
    summary: '本单位的会员风采：正在填写或审核的内容，没有时为已发布的内容；只向会员单位开放',
    input: z.object({}),
    output: z.object({
      /** Of the application that is open; null: the next save begins one. */
      id: z.int().nullable(),
      title: z.string(),
      content: z.string(),
      honors: z.string(),
      cover: storedFile.nullable(),
      images: z.array(storedFile),
      video: storedFile.nullable(),
      status: z.enum(states),
      statusName: z.string(),
      version: z.int().nullable(),
      auditReason: z.array(remark),
      canEdit: z.boolean(),
      /** Which parts may be changed now, by the names of the input. */
      openFields: z.array(z.string()),
      publishedAt: z.string().nullable(),
      pageUrl: z.string().nullable(),
    }),
  },
  'POST /member/styleSubmit': {
    who: 'member',
    summary: '保存或提交会员风采；正文为 HTML，先清理后保存；审核通过后公开，此前已发布的内容不变',
    input: z.object({
      title: text(60).default(''),
      content: z
        .string('应为一段文字')
        .max(CONTENT_LIMIT, `正文不能超过 ${CONTENT_LIMIT / 1000} kB`)
        .default(''),
      honors: text(500).default(''),
      coverId: int.nullish(),
      imageIds: z.array(int, '应为图片的列表').max(9, '最多 9 张图片').default([]),
      videoId: int.nullish(),
      ...written,
    }),
    output: result.pick({ status: true, statusName: true, version: true, savedAt: true }).extend({ id: z.int() }),
    example: { title: '清洗，从看清水质开始', content: '<p>……</p>', imageIds: [], action: 'save' },
  },

  'GET /app/publicity/member/type/list': {
    who: 'anyone',
    summary: '会员级别，连同各级别公开的有效会员数；单位会员在前',
    cached: true,
    input: z.object({}),
    output: z.array(z.object({ type: z.int(), typeName: z.string(), kind: memberRow.shape.kind, count: z.int() })),
  },
  'GET /app/publicity/member/list': {
    who: 'anyone',
    summary: '会员名录：按级别、入会先后排列；不给 type 时为单位会员。单位名称可用简称、拼音或其中一部分',
    cached: true,
    input: z.object({
      type: int.optional(),
      orgName: text(60).optional(),
      provinceCode: province.optional(),
      category: category.optional(),
      ...paging,
    }),
    output: page(memberRow),
    example: { type: 10, orgName: '水处理', provinceCode: '320000', pageNum: 1, pageSize: 10 },
  },
  'GET /app/publicity/member/top30': {
    who: 'anyone',
    summary: '最近入会的单位会员，最多 30 家',
    cached: true,
    input: z.object({}),
    output: z.array(memberRow.pick({ id: true, orgName: true, typeName: true, provinceName: true, joinDate: true })),
  },
  'GET /app/publicity/member/province/list': {
    who: 'anyone',
    summary: '各省级行政区的单位会员数，34 个齐全',
    cached: true,
    input: z.object({}),
    output: z.array(z.object({ provinceCode: z.string(), provinceName: z.string(), count: z.int() })),
  },
  'GET /app/publicity/member/detail': {
    who: 'anyone',
    summary: '一家单位会员的公开资料与会员风采',
    cached: true,
    input: z.object({ id: int }),
    output: memberRow.extend({
      intro: z.string(),
      products: z.string(),
      honours: z.string(),
      address: z.string(),
      lng: z.number().nullable(),
      lat: z.number().nullable(),
      /** Only with the member's consent. */
      phone: z.string().nullable(),
      nature: z.enum(organisationNatures.map(({ code }) => code)).or(z.literal('')),
      natureName: z.string(),
      foundedOn: z.string().nullable(),
      style: style.nullable(),
      /** In one paragraph, for search engines and shared links. */
      summary: z.string(),
    }),
    example: { id: 1 },
  },
  'GET /app/publicity/member/qualification/list': {
    who: 'anyone',
    summary: '某单位会员公开的资质证书及其今天的状态，最新的在前；已被新证替代的不列',
    cached: true,
    input: z.object({ id: int }),
    output: z.array(
      z.object({
        id: z.int(),
        groupName: z.string(),
        childName: z.string(),
        levelName: z.string(),
        scope: z.string(),
        certNo: z.string(),
        issueDate: z.string(),
        validTo: z.string().nullable(),
        certStatus: certificateStatus,
        certStatusName: z.string(),
      }),
    ),
    example: { id: 1 },
  },
} as const satisfies Contract
