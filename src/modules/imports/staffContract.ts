import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { code, int, nothing, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { batchFilters } from './batchFilters.ts'
import { batchStates } from './states.ts'

const kind = code
const id = int

const batch = z.object({
  id: z.int(),
  kind: z.string(),
  kindName: z.string(),
  fileName: z.string(),
  status: z.enum(batchStates),
  statusName: z.string(),
  /** Row counts found by the check. */
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  bad: z.int(),
  createdBy: z.string(),
  createTime: z.string(),
})

export const section: Section = { title: '批量导入' }

export const staffImportsContract = {
  'GET /staff/import/kinds': {
    who: 'staff:imports',
    summary: '可以导入的数据种类；`may`：是否有相应的维护权限',
    input: nothing,
    output: z.array(
      z.object({
        kind: z.string(),
        name: z.string(),
        may: z.boolean(),
        permissionName: z.string(),
        policy: z.string(),
        takesZip: z.boolean(),
        /** The plain export masks identity and mobile numbers. */
        hasPersonal: z.boolean(),
        columns: z.array(z.object({ name: z.string(), required: z.boolean(), hint: z.string() })),
      }),
    ),
  },
  'GET /staff/import/template': {
    who: 'staff:imports',
    summary: '下载导入模板（XLSX：必填列、下拉选项、填写说明）',
    input: z.object({ kind }),
    output: 'file',
    example: { kind: 'persons' },
  },
  'GET /staff/import/export': {
    who: 'staff:imports',
    confirm: true,
    summary: '按导入模板的格式导出全部登记数据，可以修改后再导入；证件号码、手机只有一部分，再导入时保持原样',
    input: z.object({ kind }),
    output: 'file',
    example: { kind: 'persons' },
  },
  'POST /staff/import/export/personal': {
    who: 'staff:personalData',
    confirm: true,
    secondPerson: { rule: 'personalData' },
    summary:
      '提出导出含完整证件号码、手机的登记数据，写明用途；另一位同事同意后，由提出的人在“双人复核”下载，表内写明由谁、何时、为何导出',
    input: z.object({ kind, purpose: text(200).min(4, '请写明用途，例如：报送考试中心核对身份') }),
    output: 'file',
    example: { kind: 'persons', purpose: '报送考试中心核对身份' },
  },
  'POST /staff/import/check': {
    who: 'staff:imports',
    summary: '检查已上传（use 为 import）的工作簿，不写入任何数据；`follows`：更正的是哪一批次',
    input: z.object({ kind, fileId: id, follows: id.optional() }),
    output: z.object({ id: z.int() }),
    example: { kind: 'persons', fileId: 1 },
  },
  'GET /staff/import/list': {
    who: 'staff:imports',
    summary: '导入批次，新的在前',
    ...registerList(batchFilters, batch),
    example: { pageNum: 1, pageSize: 20 },
  },
  'GET /staff/import/list/export': {
    who: 'staff:imports',
    summary: '导出导入批次',
    ...registerExport(batchFilters),
  },
  'GET /staff/import/item': {
    who: 'staff:imports',
    summary: '一个导入批次及其进度',
    input: z.object({ id }),
    output: batch.extend({
      progress: z.int(),
      /** Name of the step after the last row, and for how many of the new records it is done. */
      finishing: z.string().nullable(),
      finished: z.int(),
      notes: z.array(z.string()),
      reason: z.string(),
      /** Sentences on what of the file is read, and what is not; null: not looked at yet. */
      found: z.object({ used: z.array(z.string()), unused: z.array(z.string()) }).nullable(),
      /** Sheet, headings and columns can be chosen: checked or refused, not written. */
      canChoose: z.boolean(),
      policy: z.string(),
      wholeOnly: z.boolean(),
      /** The file was checked completely and is still stored. */
      canStart: z.boolean(),
      canUndo: z.boolean(),
      hasFile: z.boolean(),
      writeTime: z.string().nullable(),
      /** The batches that mend one another's rows, oldest first. */
      family: z.array(z.object({ id: z.int(), fileName: z.string(), statusName: z.string() })),
    }),
    example: { id: 1 },
  },
  'GET /staff/import/layout': {
    who: 'staff:imports',
    summary:
      '表格怎样读：有哪些工作表，列名在第几行，各列是什么；给出 sheet、heading 时按它们重新认列。表格的内容只有上传的人看得到',
    input: z.object({ id, sheet: text(60).optional(), heading: int.optional() }),
    output: z.object({
      sheets: z.array(z.object({ name: z.string(), label: z.string(), rows: z.int() })),
      sheet: z.string(),
      /** 0: not found. */
      heading: z.int(),
      /** First rows that say anything, among which the headings are. */
      rows: z.array(z.object({ row: z.int(), text: z.string() })),
      columns: z.array(
        z.object({
          place: z.int(),
          letter: z.string(),
          heading: z.string(),
          sample: z.string(),
          /** Field that it is read as; empty: not read. */
          name: z.string(),
          how: z.string(),
          /** Field that it may be by its contents; empty: unknown. */
          likely: z.string(),
        }),
      ),
      fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
      hiddenRows: z.int(),
      skipHidden: z.boolean(),
    }),
    example: { id: 1 },
  },
  'POST /staff/import/layout': {
    who: 'staff:imports',
    summary: '选定工作表、列名所在的行和各列是什么（name 为空：不导入）；以后有同样列名的文件也这样读；随即重新检查',
    maxBodyKb: 128,
    input: z.object({
      id,
      sheet: text(60),
      heading: int,
      columns: z.array(z.object({ place: int, name: text(60) }), '应为各列的列表').max(200, '最多 200 列'),
      skipHidden: z.boolean().default(false),
    }),
    output: nothing,
    example: { id: 1, sheet: '数据', heading: 1, columns: [{ place: 1, name: 'name' }], skipHidden: false },
  },
  'GET /staff/import/faults': {
    who: 'staff:imports',
    summary: '检查发现的问题，按行列排列；heading、cause 只看同一列、同一原因的',
    ...paged(
      { id, heading: text(100).optional(), cause: text(300).optional() },
      z.object({
        id: z.int(),
        row: z.int(),
        cell: z.string(),
        heading: z.string(),
        /** Name of the field, to correct it by; empty: the whole row. */
        name: z.string(),
        message: z.string(),
        /** Text of the cell, and subject of the row. */
        said: z.string(),
        who: z.string(),
      }),
    ),
    example: { id: 1, pageNum: 1 },
  },
  'GET /staff/import/causes': {
    who: 'staff:imports',
    summary: '检查发现的问题按列与原因归并，最多的在前；原因里的“…”代表各行自己的内容',
    input: z.object({ id }),
    output: z.array(z.object({ heading: z.string(), cause: z.string(), count: z.int(), firstRow: z.int() })),
    example: { id: 1 },
  },
  'GET /staff/import/unknown': {
    who: 'staff:imports',
    summary: '不在可选值之中的值：每个值一次，有多少处，可以对应为什么',
    input: z.object({ id }),
    output: z.array(
      z.object({
        name: z.string(),
        heading: z.string(),
        value: z.string(),
        count: z.int(),
        options: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
    example: { id: 1 },
  },
  'POST /staff/import/mean': {
    who: 'staff:imports',
    summary: '说明不在可选值之中的值各对应什么：对所有行有效，以后导入同一种数据时也记得；随即重新检查',
    maxBodyKb: 128,
    input: z.object({
      id,
      meanings: z
        .array(z.object({ name: code, value: text(60).min(1, '请说明是哪个值'), code: text(60) }), '应为对应的列表')
        .min(1, '请先选择对应的值')
        .max(100, '一次最多 100 个'),
    }),
    output: nothing,
    example: { id: 1, meanings: [{ name: 'provinceCode', value: '鲁', code: '370000' }] },
  },
  'POST /staff/import/mend': {
    who: 'staff:imports',
    summary: '更正表格里的单元格，不改动上传的文件；随即重新检查',
    maxBodyKb: 1700,
    input: z.object({
      id,
      cells: z
        .array(z.object({ row: int, name: code, value: text(1000) }), '应为单元格的列表')
        .min(1, '请先更正单元格')
        .max(500, '一次最多 500 处'),
    }),
    output: nothing,
    example: { id: 1, cells: [{ row: 2, name: 'idNumber', value: '110000199001011236' }] },
  },
  'GET /staff/import/meanings': {
    who: 'staff:imports',
    summary: '导入某种数据时记住的对应',
    input: z.object({ kind }),
    output: z.array(
      z.object({ id: z.int(), heading: z.string(), said: z.string(), meant: z.string(), createdByName: z.string() }),
    ),
    example: { kind: 'persons' },
  },
  'POST /staff/import/forget': {
    who: 'staff:imports',
    summary: '删除一项记住的对应',
    input: z.object({ id }),
    output: nothing,
    example: { id: 1 },
  },
  'GET /staff/import/errors': {
    who: 'staff:imports',
    summary: '取回自己的工作簿：有问题的单元格标红，最后一列为错误原因；rows=bad 时只含有问题的行',
    input: z.object({ id, rows: z.enum(['all', 'bad'], '应为 all 或 bad').default('all') }),
    output: 'file',
    example: { id: 1, rows: 'all' },
  },
  'POST /staff/import/start': {
    tells: true,
    who: 'staff:imports',
    summary: '开始导入：good 只导入没有问题的行，all 有一行有问题就全部不导入',
    input: z.object({ id, rows: z.enum(['good', 'all'], '应为 good 或 all') }),
    output: nothing,
    example: { id: 1, rows: 'good' },
  },
  'POST /staff/import/cancel': {
    who: 'staff:imports',
    summary: '取消正在进行的检查或导入，不留下任何数据',
    input: z.object({ id }),
    output: nothing,
    example: { id: 1 },
  },
  'POST /staff/import/undo': {
    tells: true,
    who: 'staff:imports',
    confirm: true,
    summary: '撤销一个批次：删除它新增的、恢复它修改的；有一行不能撤销就全部不撤销，并逐行说明',
    input: z.object({ id }),
    output: z.object({
      undone: z.boolean(),
      removed: z.int(),
      restored: z.int(),
      obstacles: z.array(z.object({ row: z.int(), why: z.string() })),
    }),
    example: { id: 1 },
  },
} as const satisfies Contract
