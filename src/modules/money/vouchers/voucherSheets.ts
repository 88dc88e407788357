import type { Voucher, VoucherLine } from './voucherLines.ts'

/** A line of a voucher with what its voucher says; `entry`: from 0. */
export type SheetLine = VoucherLine & { voucher: Voucher; entry: number }
export type SheetRules = { word: string; preparer: string }
type Cell = string | number
export type SheetColumn = { title: string; width?: number; value: (line: SheetLine, rules: SheetRules) => Cell }

const empty = (title: string): SheetColumn => ({ title, value: () => '' })
const none = (title: string): SheetColumn => ({ title, value: () => 0 })

/**
 * 用友 U8 and T3: the columns of 凭证引入 in 总账工具, in its order ("填制凭证", one line an entry; of debit and credit one is
 * 0; a voucher is known by day, word and number; at most 999 papers and 60 characters of summary). Sources: “用友U8凭证
 * 导入工具的使用方法”, www.100ksw.com/jsj/yynl/3/228066.shtml, and the list of fields of “新友达服装U8集成方案” as programs
 * that write the file quote it.
 */
export const yonyouColumns: readonly SheetColumn[] = [
  { title: '制单日期', width: 12, value: ({ voucher }) => voucher.day },
  { title: '凭证类别字', value: (_, { word }) => word },
  { title: '业务号', value: ({ voucher }) => voucher.number },
  { title: '附单据数', value: ({ voucher }) => voucher.attachments },
  { title: '摘要', width: 40, value: ({ summary }) => summary },
  { title: '科目编码', value: ({ subject }) => subject.code },
  { title: '金额借方', value: ({ debit }) => debit },
  { title: '金额贷方', value: ({ credit }) => credit },
  none('数量'),
  none('外币金额'),
  none('汇率'),
  { title: '制单人', value: (_, { preparer }) => preparer },
  ...[
    '结算方式编码',
    '票号',
    '票号发生日期',
    '部门编码',
    '个人编码',
    '客户编码',
    '供应商编码',
    '业务员',
    '项目编码',
  ].map(empty),
]

/** A column of 金蝶's standard format: its field, what it is called, and its type. */
type KingdeeField = { field: string; caption: string; type: string; value: SheetColumn['value'] }
const TEXT = 'Varchar(255)'
const NUMBER = 'Decimal(28,10)'
const blank = (field: string, caption: string): KingdeeField => ({ field, caption, type: TEXT, value: () => '' })
const number = (field: string, caption: string, value: SheetColumn['value']): KingdeeField => ({
  field,
  caption,
  type: NUMBER,
  value,
})
const text = (field: string, caption: string, value: SheetColumn['value']): KingdeeField => ({
  field,
  caption,
  type: TEXT,
  value,
})
const date = (field: string, caption: string): KingdeeField => ({
  field,
  caption,
  type: 'DateTime',
  value: ({ voucher }) => voucher.day,
})

/**
 * 金蝶 K/3 and KIS: 标准格式凭证引入 from Excel, a sheet `Page1` of entries and a sheet `t_Schema` that says what the columns
 * are. Source: the fields and the schema as programs that write the file have them (FDate 凭证日期 … FCashFlow 现金流量,
 * ClassTypeID 123), compared with “K3凭证标准格式凭证库结构说明及注意事项”, www.365seal.com/y/58nr15DZpd.html.
 */
export const kingdeeFields: readonly KingdeeField[] = [
  date('FDate', '凭证日期'),
  number('FYear', '会计年度', ({ voucher }) => Number(voucher.day.slice(0, 4))),
  number('FPeriod', '会计期间', ({ voucher }) => Number(voucher.day.slice(5, 7))),
  text('FGroupID', '凭证字', (_, { word }) => word),
  number('FNumber', '凭证号', ({ voucher }) => voucher.number),
  text('FAccountNum', '科目代码', ({ subject }) => subject.code),
  text('FAccountName', '科目名称', ({ subject }) => subject.name),
  text('FCurrencyNum', '币别代码', () => 'RMB'),
  text('FCurrencyName', '币别名称', () => '人民币'),
  number('FAmountFor', '原币金额', ({ debit, credit }) => debit || credit),
  number('FDebit', '借方', ({ debit }) => debit),
  number('FCredit', '贷方', ({ credit }) => credit),
  text('FPreparerID', '制单', (_, { preparer }) => preparer),
  blank('FCheckerID', '审核'),
  blank('FApproveID', '核准'),
  blank('FCashierID', '出纳'),
  blank('FHandler', '经办'),
  blank('FSettleTypeID', '结算方式'),
  blank('FSettleNo', '结算号'),
  text('FExplanation', '凭证摘要', ({ summary }) => summary),
  number('FQuantity', '数量', () => 0),
  blank('FMeasureUnitID', '数量单位'),
  number('FUnitPrice', '单价', () => 0),
  blank('FReference', '参考信息'),
  date('FTransDate', '业务日期'),
  blank('FTransNo', '往来业务编号'),
  number('FAttachments', '附件数', ({ voucher }) => voucher.attachments),
  number('FSerialNum', '序号', ({ voucher }) => voucher.number),
  blank('FObjectName', '系统模块'),
  blank('FParameter', '业务描述'),
  number('FExchangeRate', '汇率', () => 1),
  number('FEntryID', '分录序号', ({ entry }) => entry),
  blank('FItem', '核算项目'),
  number('FPosted', '过账', () => 0),
  blank('FInternalInd', '机制凭证'),
  blank('FCashFlow', '现金流量'),
]

/** Layout of the `t_Schema` sheet: one row of headings, three of the format, one per column. */
export const schemaHeadings = [
  'FType',
  'FKey',
  'FFieldName',
  'FCaption',
  'FValueType',
  'FNeedSave',
  'FColIndex',
  'FSrcTableName',
  'FSrcFieldName',
  'FExpFieldName',
  'FImpFieldName',
  'FDefaultVal',
  'FSearch',
  'FItemPageName',
  'FTrueType',
  'FPrecision',
  'FSearchName',
  'FIsShownList',
  'FViewMask',
  'FPage',
] as const
type SchemaRow = Partial<Record<(typeof schemaHeadings)[number], Cell>>

export const schemaRows: readonly SchemaRow[] = [
  { FType: 'ClassInfo', FKey: 'ClassType', FCaption: 'VoucherData' },
  { FType: 'ClassInfo', FKey: 'ClassTypeID', FCaption: 123 },
  { FType: 'PageInfo', FKey: 'Page1', FCaption: 'Page1' },
  ...kingdeeFields.map(
    ({ field, caption, type }, at): SchemaRow => ({
      FType: 'FieldInfo',
      FKey: field,
      FFieldName: field,
      FCaption: caption,
      FValueType: type,
      FColIndex: at + 1,
      FExpFieldName: field,
      FImpFieldName: field,
      FSearch: 0,
      FPrecision: 0,
      FSearchName: 0,
      FIsShownList: 0,
      FViewMask: 0,
      FPage: 1,
    }),
  ),
]

/** The lines of vouchers, one under the other. */
export const sheetLines = (vouchers: readonly Voucher[]): SheetLine[] =>
  vouchers.flatMap(voucher =>
    voucher.lines.map(
      (line, entry): SheetLine => ({
        summary: line.summary,
        subject: line.subject,
        debit: line.debit,
        credit: line.credit,
        voucher,
        entry,
      }),
    ),
  )
