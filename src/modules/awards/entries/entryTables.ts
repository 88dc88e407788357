import type { FormField } from '#lib/form/form.ts'
import { textColumn } from '#lib/form/textField.ts'

const options = (...names: string[]) => names.map(name => ({ code: name, name }))

/** Maximum rows, above the limit of any level. */
const MAX_ROWS = 30

/** 完成单位, in the order of the certificate. */
export const organisations: FormField = {
  name: 'organisations',
  label: '完成单位',
  section: '完成单位',
  kind: 'rows',
  required: true,
  max: MAX_ROWS,
  hint: '先后即获奖证书上的次序，单位申报的第一行为本单位',
  columns: [
    textColumn('name', '单位名称', { kind: 'organisationName', required: true }),
    textColumn('creditCode', '统一社会信用代码', { kind: 'creditCode' }),
    textColumn('contribution', '主要贡献', { kind: 'paragraph', max: 300 }),
  ],
}

/** 完成人, in the order of the certificate. */
export const persons: FormField = {
  name: 'persons',
  label: '完成人',
  section: '完成人',
  kind: 'rows',
  required: true,
  max: MAX_ROWS,
  hint: '先后即获奖证书上的次序，人数不超过所申报等级的限额',
  columns: [
    textColumn('name', '姓名', { kind: 'personName', required: true }),
    textColumn('sex', '性别', { kind: 'choice', options: options('男', '女') }),
    textColumn('birth', '出生日期', { kind: 'day', personal: true }),
    textColumn('title', '职称', { max: 20, suggests: 'jobTitle' }),
    textColumn('position', '职务', { max: 30, suggests: 'position' }),
    textColumn('organisation', '工作单位', { kind: 'organisationName', required: true }),
    textColumn('mobile', '手机号', { kind: 'mobile', personal: true }),
    textColumn('contribution', '主要贡献', { kind: 'paragraph', max: 300 }),
  ],
}

const amount = (name: string, label: string) =>
  textColumn(name, label, { kind: 'number', min: -1e9, max: 1e9, unit: '万元' })

/** 经济效益: what the project brought its users. */
export const benefits: FormField = {
  name: 'benefits',
  label: '近三年经济效益',
  section: '应用与效益',
  kind: 'rows',
  max: 5,
  hint: '按自然年度填写，附财务证明',
  columns: [
    textColumn('year', '年度', { kind: 'number', required: true, min: 1990, max: 2999 }),
    amount('newSales', '新增销售额'),
    amount('newProfit', '新增利润'),
    amount('newTax', '新增税收'),
    amount('saved', '节支总额'),
  ],
}

/** 知识产权. */
export const rights: FormField = {
  name: 'rights',
  label: '知识产权与标准',
  section: '知识产权',
  kind: 'rows',
  max: 50,
  columns: [
    textColumn('type', '类别', {
      kind: 'choice',
      required: true,
      options: options('发明专利', '实用新型专利', '外观设计专利', '软件著作权', '标准', '论文著作', '其他'),
    }),
    textColumn('name', '名称', { required: true, max: 80 }),
    textColumn('number', '编号', { required: true, max: 40 }),
    textColumn('date', '授权或发布日期', { kind: 'day' }),
    textColumn('owner', '权利人', { max: 80 }),
  ],
}

/** 曾获奖励. */
export const earlierAwards: FormField = {
  name: 'earlier',
  label: '曾获奖励',
  section: '知识产权',
  kind: 'rows',
  max: 20,
  columns: [
    textColumn('date', '获奖日期', { kind: 'day', required: true }),
    textColumn('name', '奖项名称', { required: true }),
    textColumn('level', '等级', { max: 20 }),
    textColumn('department', '授奖部门', { required: true }),
  ],
}
