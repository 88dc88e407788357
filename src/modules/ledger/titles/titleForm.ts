import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'

const field = fieldsIn('票据抬头')

/** 抬头: to whom an invoice or a receipt is made out. */
export const invoiceTitleFields = defineForm([
  field('kind', '抬头类型', {
    kind: 'choice',
    required: true,
    options: optionsOf({ organisation: '单位', person: '个人' }),
  }),
  field('title', '名称', { max: 60, required: true, hint: '与营业执照或身份证件一致' }),
  field('creditCode', '统一社会信用代码', { kind: 'creditCode', hint: '单位必填，个人不填' }),
  field('address', '注册地址', { max: 100, hint: '专用发票要用' }),
  field('phone', '注册电话', { kind: 'phone', hint: '专用发票要用' }),
  field('bank', '开户银行', { max: 60, hint: '专用发票要用' }),
  field('account', '银行账号', { max: 40, personal: true, hint: '与开户银行一起填写' }),
  field('email', '接收邮箱', { kind: 'email', required: true, hint: '电子票据发到这里' }),
  field('isDefault', '默认抬头', {
    kind: 'choice',
    required: true,
    options: optionsOf({ yes: '是', no: '否' }),
  }),
])
