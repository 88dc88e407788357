import { defineForm, fieldsIn, type Option, optionsOf } from '#lib/form/form.ts'

const field = fieldsIn('')

/** A series of receipts: `kinds` are the kinds of fees that there are. */
export const seriesFields = (kinds: readonly Option[]) =>
  defineForm([
    field('name', '名称', { kind: 'text', required: true, max: 40, hint: '例如“会费收据”' }),
    field('prefix', '号码前缀', { kind: 'text', max: 12, hint: '字母、数字或短横线；每个系列各不相同' }),
    field('byYear', '按年编号', {
      kind: 'choice',
      required: true,
      options: optionsOf({ yes: '每年从 1 开始，号码带年份', no: '一直连续' }),
    }),
    field('digits', '位数', { kind: 'number', required: true, min: 3, max: 10, hint: '不足的前面补 0' }),
    field('firstNumber', '起始号码', { kind: 'number', required: true, min: 1, max: 999_999_999 }),
    field('kinds', '适用的款项', { kind: 'choices', options: kinds, hint: '不选为全部' }),
    field('automatic', '开具方式', {
      kind: 'choice',
      required: true,
      options: optionsOf({ yes: '到账后自动开具', no: '由财务点击开具' }),
      hint: '自动开具从设定时起，只给此后付清的款项开；此前的由财务点击开具',
    }),
    field('status', '状态', {
      kind: 'choice',
      required: true,
      options: optionsOf({ open: '启用', closed: '停用' }),
    }),
  ])

type Numbering = { prefix: string; digits: number; byYear: boolean }

/** SJ2026-000123 */
export const receiptNumber = ({ prefix, digits, byYear }: Numbering, year: number, serial: number) =>
  `${prefix}${byYear ? `${year}-` : ''}${String(serial).padStart(digits, '0')}`
