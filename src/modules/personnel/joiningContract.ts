import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { remark } from '../review/applicationShape.ts'
import { state } from '../review/stateContract.ts'

const taken = z.object({
  /** `joined`: at once. `needsProof`: the same once more with the proof. Else what the application is. */
  status: z.union([z.enum(['joined', 'needsProof']), state]),
  statusName: z.string(),
  personId: z.int().nullable(),
  applyId: z.int().nullable(),
  number: z.string().nullable(),
})
const importedRow = z.object({
  row: z.int(),
  /** Values in the order of `columns`, personal numbers masked. */
  cells: z.array(z.string()),
  verdict: z.enum(['add', 'join', 'known', 'refused']),
  verdictName: z.string(),
  reasons: z.array(z.string()),
  /** Cells to be corrected before the row can be entered; personal numbers are not repeated. */
  toMend: z.array(z.object({ name: z.string(), heading: z.string(), said: z.string(), options: z.array(z.string()) })),
})

/** Corrected cells as JSON, by row number and field name. */
const mended = z.string('应为更正的内容').max(200_000, '更正的内容过长').optional()

/** Ways in which people whom the association knows, or many at once, come to a company. */
export const joiningContract = {
  'POST /person/takeover': {
    who: 'member',
    duties: ['people'],
    summary:
      '转入已在协会登记的人员：姓名与证件号码相符且未在其他单位的，随即转入；仍在其他单位的，须附劳动合同或社保证明，经原单位登记离开或协会审核后转入。退回补正的凭 applyId 再次提交',
    input: z.object({
      applyId: int.optional(),
      version: int.optional(),
      form: formInput,
      fileIds: z.array(int, '应为文件的列表').max(5, '最多 5 个文件').default([]),
      answers: z.record(z.string(), text(500)).optional(),
    }),
    output: taken,
    example: {
      form: { name: '李晓明', idType: 'passport', idNumber: 'E12345678', fromDay: '2026-11-01' },
      fileIds: [1],
    },
  },
  'GET /person/takeover/detail': {
    who: 'member',
    summary: '一份转入申请：已填的内容、证明、退回时的意见',
    input: byId,
    output: z.object({
      applyId: z.int(),
      number: z.string().nullable(),
      status: state,
      statusName: z.string(),
      version: z.int(),
      fields: z.array(formField),
      form: formValues,
      masked: z.record(z.string(), z.string()),
      openFields: z.array(z.string()),
      canMend: z.boolean(),
      deadline: z.string().nullable(),
      proof: z.array(storedFile),
      remarks: z.array(remark),
    }),
    example: { id: 1 },
  },
  'GET /person/import/template': {
    who: 'member',
    summary: '批量登记人员的 Excel 模板',
    input: nothing,
    output: 'file',
  },
  'POST /person/import/check': {
    who: 'member',
    duties: ['people'],
    upload: true,
    summary: '检查人员表格（XLSX 或 CSV，最多 500 行），逐行说明将如何处理、哪里不对；不写入任何内容',
    input: z.object({ mended }),
    output: z.object({ columns: z.array(z.string()), rows: z.array(importedRow), notes: z.array(z.string()) }),
  },
  'POST /person/import/errors': {
    who: 'member',
    duties: ['people'],
    upload: true,
    summary: '同一份表格，有误的单元格标红，末列写明原因；可只要有误的行',
    input: z.object({ rows: z.enum(['all', 'bad'], '应为 all 或 bad').default('all') }),
    output: 'file',
  },
  'POST /person/import/run': {
    who: 'member',
    duties: ['people'],
    upload: true,
    summary: '登记表格中选定的行：全部无误才一次写入，否则一行也不写',
    input: z.object({
      /** Row numbers given by the check: `2,3,7`. */
      rows: z.string('请选择要登记的行').regex(/^\d{1,6}(,\d{1,6}){0,499}$/, '请选择要登记的行，最多 500 行'),
      /** The people marked in the sheet have consented in writing. */
      hasConsent: z.enum(['true', 'false'], '应为 true 或 false').default('false'),
      mended,
    }),
    output: z.object({ added: z.int(), joined: z.int() }),
    example: { rows: '2,3', hasConsent: 'false' },
  },
} as const satisfies Contract
