import { z } from 'zod'
import { financeIfPaying } from '#lib/access/duties.ts'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { formValues } from '#lib/form/formContract.ts'
import { paged } from '#lib/paging.ts'
import { storedFile } from '#modules/files/contract.ts'
import { courseKind, courseRow } from '../courses/courseShape.ts'
import {
  downloads,
  enrolmentDetail,
  formPartsInput,
  invoiceState,
  ownRegistration,
  paySlip,
  registrationInput,
  result,
  shortageChoice,
  status,
  waitingPart,
} from './enrolmentShape.ts'

export const enrolmentContract = {
  'GET /training/list': {
    who: 'member',
    summary: '可报名的培训班，连同自己（本单位）在每个班的报名',
    ...paged(
      {
        kind: courseKind.optional(),
        status: courseRow.shape.status.optional(),
        key: text(50).optional(),
      },
      courseRow.extend(ownRegistration),
    ),
    example: { status: 'open', pageNum: 1, pageSize: 10 },
  },
  'GET /training/v2/registration/list': {
    who: 'member',
    summary: '我的报名，新的在前',
    ...paged(
      { status: status.optional() },
      z.object({
        id: z.int(),
        regNo: z.string().nullable(),
        trainingId: z.int(),
        title: z.string(),
        city: z.string(),
        startDate: z.string(),
        endDate: z.string(),
        personsCount: z.int(),
        totalFee: z.number(),
        regStatus: status,
        regStatusName: z.string(),
        invoiceStatus: invoiceState,
        invoiceStatusName: z.string(),
        canEdit: z.boolean(),
        canPay: z.boolean(),
        canCancel: z.boolean(),
        canAccept: z.boolean(),
        auditReason: z.string(),
        deadline: z.string().nullable(),
        updateTime: z.string(),
      }),
    ),
    example: { status: 'unpaid' },
  },
  'GET /training/v2/detail': {
    who: 'member',
    summary: '一份报名（id），或为一个班新报名（trainingId，已有在办的给出那一份）',
    input: z.object({ id: int.optional(), trainingId: int.optional() }),
    output: enrolmentDetail.extend({
      /** People of this company, to pick from; their numbers are filled in by the server. */
      people: z.array(
        z.object({
          personId: z.int(),
          name: z.string(),
          sex: z.string().nullable(),
          jobTitle: z.string(),
          idNumber: z.string().nullable(),
          mobile: z.string().nullable(),
          position: z.string(),
          /** Certificates that are valid today. */
          certificates: z.array(z.string()),
        }),
      ),
      /** Invoice details of the previous registration. */
      lastInvoice: formValues.nullable(),
    }),
    example: { trainingId: 1 },
  },
  'POST /training/v2/submit': {
    who: 'member',
    duties: financeIfPaying('people', ({ action }) => action === 'pay'),
    summary:
      '保存、提交（或更正）、提交缴费凭证、确认递补、取消一份报名；名额不足时按所选先报一部分、其余候补，或全部候补',
    maxBodyKb: 256,
    input: z.object({
      id: int.optional(),
      trainingId: int.optional(),
      ...registrationInput,
      ...shortageChoice,
      action: z.enum(['save', 'submit', 'pay', 'accept', 'cancel'], '不是有效的操作').default('save'),
    }),
    output: result.extend({ rest: waitingPart.nullable() }),
    example: {
      trainingId: 1,
      org: { contactName: '李晓明', contactMobile: '13900001234' },
      action: 'submit',
      participants: [{ name: '张晓明', idType: 'passport', idNumber: 'E12345678', mobile: '13900001235' }],
      invoice: { invoiceKind: 'none' },
    },
  },
  'POST /training/v2/check': {
    who: 'member',
    duties: ['people'],
    summary: '报名提交前核对：不能提交时与提交的答复相同，一次列出全部要更正的，什么都不保存',
    maxBodyKb: 256,
    input: z.object({
      id: int.optional(),
      trainingId: int.optional(),
      version: registrationInput.version,
      ...formPartsInput,
      ...shortageChoice,
    }),
    output: nothing,
    example: { trainingId: 1, participants: [{ name: '李晓明' }] },
  },
  'POST /training/v2/download': {
    who: 'member',
    duties: ['reading'],
    summary: '下载准考证（PDF，一份报名的全部人员）或发票',
    input: z.object({ id: int, type: downloads }),
    output: 'file',
    example: { id: 1, type: 'ticket' },
  },
  'POST /app/training/phone': {
    who: 'anyone',
    summary: '公开报名：联系人凭短信验证码（用途 training）证明手机号，得到上传照片和提交用的凭据（请求头 ticket）',
    limit: { name: 'training/phone', max: 20, per: 3_600_000 },
    input: z.object({ contactMobile: text(30), smsCode: text(20) }),
    output: z.object({ ticket: z.string() }),
    example: { contactMobile: '13900001234', smsCode: '204816' },
  },
  'POST /app/training/open': {
    who: 'anyone',
    summary: '公开报名：凭报名编号、查询码和联系人手机回到自己的报名，得到查看和更正用的凭据（请求头 ticket）',
    limit: { name: 'training/open', max: 30, per: 3_600_000 },
    input: z.object({ regNo: text(30), queryCode: text(10), contactMobile: text(30) }),
    output: z.object({ ticket: z.string() }),
    example: { regNo: 'PX2026-000123', queryCode: '204816', contactMobile: '13900001234' },
  },
  'GET /app/training/getApply': {
    who: 'anyone',
    summary: '公开报名：空白报名表（trainingId），或请求头 ticket 所属的报名（regNo）',
    input: z.object({ trainingId: int.optional(), regNo: text(30).optional() }),
    output: enrolmentDetail,
    example: { trainingId: 1 },
  },
  'POST /app/training/check': {
    who: 'anyone',
    summary: '公开报名：提交前核对，须带 ticket；不能提交时与提交的答复相同，一次列出全部要更正的，什么都不保存',
    limit: { name: 'training/check', max: 120, per: 3_600_000 },
    maxBodyKb: 256,
    input: z.object({ trainingId: int, ...formPartsInput, ...shortageChoice }),
    output: nothing,
    example: { trainingId: 1, org: { applicantType: 'person' }, participants: [{ name: '李晓明' }] },
  },
  'POST /app/training/submit': {
    who: 'anyone',
    summary:
      '公开报名：提交。须带 ticket，或以 smsCode 验证联系人手机；返回报名编号和查询码，名额不足时按所选先报一部分、其余候补，或全部候补',
    maxBodyKb: 256,
    input: z.object({
      trainingId: int,
      smsCode: text(20).default(''),
      ...formPartsInput,
      ...shortageChoice,
      pay: paySlip.optional(),
    }),
    output: result.extend({
      queryCode: z.string(),
      ticket: z.string(),
      rest: waitingPart.extend({ queryCode: z.string() }).nullable(),
    }),
    example: {
      trainingId: 1,
      smsCode: '204816',
      org: { applicantType: 'person', provinceCode: '110000', contactName: '李晓明', contactMobile: '13900001234' },
      participants: [{ name: '李晓明', idType: 'passport', idNumber: 'E12345678', mobile: '13900001234' }],
      invoice: { invoiceKind: 'none' },
    },
  },
  'POST /app/training/edit/submit': {
    who: 'anyone',
    summary: '公开报名：更正、提交缴费凭证、确认递补或取消；须带 open 或 submit 返回的 ticket，不能办理时返回 409',
    maxBodyKb: 256,
    input: z.object({
      regNo: text(30),
      ...registrationInput,
      action: z.enum(['submit', 'pay', 'accept', 'cancel'], '不是有效的操作').default('submit'),
    }),
    output: result,
    example: { regNo: 'PX2026-000123', action: 'cancel', version: 2 },
  },
  'POST /app/training/download': {
    who: 'anyone',
    summary: '公开报名：下载准考证或发票；须带 ticket',
    input: z.object({ regNo: text(30), type: downloads }),
    output: 'file',
    example: { regNo: 'PX2026-000123', type: 'ticket' },
  },
  'POST /app/training/file': {
    who: 'anyone',
    duties: ['people'],
    knowsMembers: true,
    upload: true,
    summary: '报名用的缴费凭证；访客的请求头须带 ticket',
    input: nothing,
    output: storedFile,
  },
  'POST /app/training/photo': {
    who: 'anyone',
    duties: ['people'],
    knowsMembers: true,
    upload: true,
    summary: '报名照片：不合格的说明原因，合格的给出提示（如底色）；访客的请求头须带 ticket',
    input: nothing,
    output: storedFile.extend({ hints: z.array(z.string()) }),
  },
  'POST /app/training/participants/read': {
    who: 'anyone',
    duties: ['people'],
    knowsMembers: true,
    upload: true,
    summary: '把按模板填写的 Excel 读成参训人员，不保存；逐行说明有误之处',
    limit: { name: 'training/sheet', max: 60, per: 3_600_000 },
    input: z.object({ trainingId: int }),
    output: z.object({
      participants: z.array(formValues),
      /** `row`: of the sheet; `at`: index in `participants`; `name` and `label`: of the field. */
      errors: z.array(z.object({ row: z.int(), at: z.int(), name: z.string(), label: z.string(), text: z.string() })),
    }),
  },
  'GET /app/training/participants/template': {
    who: 'anyone',
    summary: '参训人员名单的 Excel 模板',
    input: z.object({ trainingId: int }),
    output: 'file',
    example: { trainingId: 1 },
  },
} as const satisfies Contract
