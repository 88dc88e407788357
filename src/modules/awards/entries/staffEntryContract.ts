import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, int } from '#lib/form/fields.ts'
import { formField, formValues } from '#lib/form/formContract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { steps } from '#modules/review/applicationShape.ts'
import { state as status } from '#modules/review/stateContract.ts'
import { entryFilters } from '../entryFilters.ts'

const staff = { who: 'staff:awards' } as const
const entry = z.object({
  id: z.int(),
  applicationId: z.int(),
  applyNo: z.string(),
  name: z.string(),
  year: z.int(),
  kindName: z.string(),
  subTypeName: z.string(),
  groupName: z.string(),
  levelWanted: z.string(),
  status,
  statusName: z.string(),
  applicant: z.string(),
  submittedOn: z.string().nullable(),
  score: z.number().nullable(),
  rank: z.int().nullable(),
})

export const staffEntryContract = {
  'GET /staff/award/entry/list': {
    ...staff,
    summary: '收到的申报，新的在前；草稿不列出',
    ...registerList(entryFilters, entry),
    example: { callId: 1, pageNum: 1, pageSize: 20 },
  },
  'GET /staff/award/entry/options': {
    ...staff,
    summary: '筛选申报用的年度通知与专业组',
    input: z.object({ callId: int.optional() }),
    output: z.object({
      calls: z.array(z.object({ id: z.int(), title: z.string() })),
      groups: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
    example: { callId: 1 },
  },
  'GET /staff/award/entry/export': {
    ...staff,
    confirm: true,
    summary: '按同样的筛选条件导出申报（xlsx）：申报、单位、人员、效益、知识产权各一张表；手机号不导出',
    ...registerExport(entryFilters),
    example: { callId: 1 },
  },
  'GET /staff/award/entry/detail': {
    ...staff,
    summary: '一项申报：表单（个人信息只显示一部分）、材料、进度',
    input: byId,
    output: entry.extend({
      callId: z.int(),
      callTitle: z.string(),
      fields: z.array(formField),
      form: formValues,
      materials: z.array(z.object({ code: z.string(), name: z.string(), files: z.array(storedFile) })),
      timeline: steps,
    }),
    example: { id: 1 },
  },
  'GET /staff/award/entry/materials': {
    ...staff,
    summary: '一份申报通知（或其中一个专业组）的全部材料，打包下载（zip），供评审会用',
    input: z.object({ callId: int, group: code.optional() }),
    output: 'file',
    example: { callId: 1 },
  },
} as const satisfies Contract
