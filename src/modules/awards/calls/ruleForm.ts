import { defineForm, type FieldErrors, type FormValues, fieldsIn, rowsIn } from '#lib/form/form.ts'

export const ruleSections = ['奖励类别与专业组', '等级', '评分标准', '材料'] as const
const [DIVISION, LEVELS, CRITERIA, MATERIALS] = ruleSections

const column = fieldsIn('')
const code = column('code', '代号', { required: true, max: 20 })
const named = (max: number) => column('name', '名称', { required: true, max })

export const ruleColumns = {
  subTypes: defineForm([code, named(20)]),
  groups: defineForm([code, named(20)]),
  levels: defineForm([
    code,
    named(12),
    column('mostPersons', '最多人数', { kind: 'number', min: 1, max: 99 }),
    column('mostOrganisations', '最多单位数', { kind: 'number', min: 1, max: 99 }),
  ]),
  criteria: defineForm([
    code,
    named(20),
    column('max', '满分', { kind: 'number', required: true, min: 1, max: 100, unit: '分' }),
    column('hint', '评分要点', { max: 100 }),
  ]),
  materials: defineForm([
    code,
    column('name', '名称', { required: true, max: 30, suggests: 'material' }),
    column('required', '必交', { kind: 'agreement' }),
    column('max', '最多文件数', { kind: 'number', required: true, min: 1, max: 20 }),
    column('hint', '说明', { max: 100 }),
  ]),
}
const { subTypes, groups, levels, criteria, materials } = ruleColumns
const MAX_ROWS = 30

/** The rules of an award, or of one year's call, as staff edit them. */
export const ruleFields = defineForm([
  fieldsIn(DIVISION)('subTypes', '奖励类别', {
    kind: 'rows',
    max: MAX_ROWS,
    hint: '如科技进步奖、技术发明奖；不分类别的留空',
    columns: subTypes,
  }),
  fieldsIn(DIVISION)('groups', '专业评审组', { kind: 'rows', max: MAX_ROWS, hint: '不分组的留空', columns: groups }),
  fieldsIn(LEVELS)('levels', '等级', {
    kind: 'rows',
    required: true,
    max: MAX_ROWS,
    hint: '先后即由高到低；限额留空即不限',
    columns: levels,
  }),
  fieldsIn(CRITERIA)('criteria', '评分标准', {
    kind: 'rows',
    required: true,
    max: MAX_ROWS,
    hint: '各项满分合计 100 分',
    columns: criteria,
  }),
  fieldsIn(MATERIALS)('materials', '材料', {
    kind: 'rows',
    max: MAX_ROWS,
    hint: '代号 stampedForm 是盖章申报书，其扫描件自动与所填内容核对',
    columns: materials,
  }),
])

const CODE = /^[A-Za-z0-9]{1,20}$/
/** Points that all criteria are worth together. */
const FULL_POINTS = 100

/** Returns faults across rows: malformed or repeated codes, and criteria whose points do not add up. */
export function ruleFaults(values: FormValues): FieldErrors {
  const errors: FieldErrors = {}
  for (const { name } of ruleFields) {
    const codes = rowsIn(values, name).map(({ code }) => String(code ?? ''))
    codes.forEach((code, i) => {
      if (code && !CODE.test(code)) errors[`${name}.${i}.code`] = '代号应为 1 到 20 个字母或数字'
      else if (code && codes.indexOf(code) < i)
        errors[`${name}.${i}.code`] = `代号 ${code} 与第 ${codes.indexOf(code) + 1} 行重复`
    })
  }
  const points = rowsIn(values, 'criteria').reduce((sum, { max }) => sum + Number(max ?? 0), 0)
  if (rowsIn(values, 'criteria').length > 0 && points !== FULL_POINTS)
    errors.criteria = `各项满分合计应为 ${FULL_POINTS} 分，现在是 ${points} 分`
  return errors
}
