import { defineForm } from '#lib/form/form.ts'
import { COUNTS_FOR_YEARS, tieNames, ties } from './ties.ts'

const yes = { code: 'yes', name: '是' } as const
const no = { code: 'no', name: '否' } as const

export const tieColumns = defineForm([
  {
    name: 'kind',
    label: '关系',
    kind: 'choice',
    section: '',
    required: true,
    options: ties.map(code => ({ code, name: tieNames[code] })),
  },
  { name: 'organisationName', label: '单位名称', kind: 'organisationName', section: '', required: true },
  { name: 'creditCode', label: '统一社会信用代码', kind: 'creditCode', section: '' },
  { name: 'fromDay', label: '从', kind: 'day', section: '' },
  { name: 'toDay', label: '到', kind: 'day', section: '' },
])

export const expertFields = defineForm([
  { name: 'name', label: '姓名', kind: 'personName', section: '基本资料', required: true },
  { name: 'jobTitle', label: '职称', kind: 'text', section: '基本资料', max: 30, suggests: 'jobTitle' },
  {
    name: 'specialities',
    label: '专业领域',
    kind: 'text',
    section: '基本资料',
    required: true,
    max: 100,
    hint: '几个领域之间用顿号分开，如：设备制造、检验检测',
  },
  { name: 'provinceCode', label: '地区', kind: 'province', section: '基本资料', required: true },
  { name: 'mobile', label: '手机', kind: 'mobile', section: '基本资料', personal: true },
  { name: 'email', label: '邮箱', kind: 'email', section: '基本资料' },
  { name: 'mayLead', label: '可任评审组长', kind: 'choice', section: '基本资料', required: true, options: [yes, no] },
  {
    name: 'isActive',
    label: '在聘',
    kind: 'choice',
    section: '基本资料',
    required: true,
    options: [yes, no],
    hint: '不在聘的专家不再安排评审',
  },
  { name: 'remark', label: '备注', kind: 'paragraph', section: '基本资料', max: 300 },
  {
    name: 'ties',
    label: '与单位的关系',
    kind: 'rows',
    section: '回避',
    max: 30,
    columns: tieColumns,
    hint: `安排评审时逐项与申请单位核对；“到”留空表示至今，已结束的关系 ${COUNTS_FOR_YEARS} 年内仍须回避`,
  },
])
