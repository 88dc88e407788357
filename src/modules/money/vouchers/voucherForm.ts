import { fieldsIn } from '#lib/form/form.ts'

export const splitNames = { day: '一次日结一张', movement: '一笔收付一张' } as const
export type Split = keyof typeof splitNames

export const formatNames = { yonyou: '用友（U8、T3 总账工具）', kingdee: '金蝶（K/3、KIS 标准格式）' } as const
export type VoucherFormat = keyof typeof formatNames
export const voucherFormats = ['yonyou', 'kingdee'] as const satisfies readonly VoucherFormat[]

/** The name of the field that says where a kind of receivable is booked. */
export const subjectField = (kind: string) => `subject_${kind}`

const SUBJECT_HINT = '科目编码、空格、科目名称，如 4201 会费收入'
const voucher = fieldsIn('凭证')
const money = fieldsIn('收到的钱记入', { max: 60 })
const income = fieldsIn('对应的收入记入', { max: 60 })

/** Voucher settings: word, number of vouchers, and the subject for each kind of booking. */
export const voucherFields = (kinds: readonly { kind: string; name: string }[]) => [
  voucher('word', '凭证字', { required: true, max: 10, hint: '与账套里的一致，如 记、收、银收。' }),
  voucher('split', '张数', {
    kind: 'choice',
    required: true,
    options: [
      { code: 'day', name: splitNames.day },
      { code: 'movement', name: splitNames.movement },
    ],
  }),
  money('line', '按银行流水入账', { required: true, hint: SUBJECT_HINT }),
  money('online', '在线支付', { required: true, hint: '支付机构结算到银行之前记在这里，如 1009 其他货币资金。' }),
  money('slip', '凭证确认', { required: true, hint: SUBJECT_HINT }),
  money('cash', '现金', { required: true, hint: SUBJECT_HINT }),
  money('pos', 'POS 刷卡', { required: true, hint: '收单机构结算到银行之前另有科目的，写那个科目。' }),
  money('cheque', '支票', { required: true, hint: SUBJECT_HINT }),
  money('private', '个人收款码', { required: true, hint: '转存到协会账户之前，可以写 1001 现金。' }),
  money('writeOff', '差额核销', { required: true, hint: '银行扣费、汇款尾差由协会承担的部分，如 5201 管理费用。' }),
  ...kinds.map(({ kind, name }) => income(subjectField(kind), name, { required: true, hint: SUBJECT_HINT })),
]

/** `4201 会费收入` */
export const subjectOf = (text: string) => {
  const [, code = '', name = ''] = text.match(/^(\d[\d.-]{3,19})\s+(\S.*)$/) ?? []
  return { code, name }
}
export type Subject = ReturnType<typeof subjectOf>
