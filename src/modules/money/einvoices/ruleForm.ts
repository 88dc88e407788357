import { defineForm, fieldsIn, type Option, optionsOf } from '#lib/form/form.ts'
import { paperNames, taxRates } from '../eInvoiceWords.ts'

const field = fieldsIn('')

/** 开票规则: which paper is issued for which kinds of fees, and what it says. */
export const ruleFields = (kinds: readonly Option[]) =>
  defineForm([
    field('name', '名称', { kind: 'text', required: true, max: 40, hint: '例如“服务收入发票”' }),
    field('paper', '票种', { kind: 'choice', required: true, options: optionsOf(paperNames) }),
    field('kinds', '适用的款项', { kind: 'choices', required: true, options: kinds }),
    field('automatic', '开具方式', {
      kind: 'choice',
      required: true,
      options: optionsOf({ yes: '到账后自动开具', no: '由财务点击开具' }),
    }),
    field('item', '项目名称', { kind: 'text', required: true, max: 40, hint: '印在票上，例如“会费”“培训费”' }),
    field('taxCode', '税收分类编码或财政项目编码', { kind: 'text', max: 19, hint: '由票据平台给出' }),
    field('taxRate', '税率', { kind: 'choice', options: optionsOf(taxRates), hint: '发票必填' }),
  ])
