import type { FieldErrors, FormField, FormRow, FormValues } from '#lib/form/form.ts'
import type { AwardRules } from './rules.ts'

export const ruleSections = ['奖励类别与专业组', '等级', '评分标准', '材料'] as const
const [DIVISION, LEVELS, CRITERIA, MATERIALS] = ruleSections

const column = (name: string, label: string, of: Partial<FormField> = {}): FormField => ({
  name,
  label,
  section: '',
  kind: 'text',
  max: 40,
  ...of,
})
const code = column('code', '代号', { required: true, max: 20 })
const named = (max: number) => column('name', '名称', { required: true, max })
const limit = (name: string, label: string) => column(name, label, { kind: 'number', min: 1, max: 99 })
const rows = (name: string, label: string, section: string, hint: string, columns: FormField[]): FormField => ({
  name,
  label,
  section,
  hint,
  kind: 'rows',
  max: 30,
  columns: [code, ...columns],
})

/** The rules of an award, or of one year's call, as staff edit them. */
export const ruleFields: readonly FormField[] = [
  rows('subTypes', '奖励类别', DIVISION, '如科技进步奖、技术发明奖；不分类别的留空', [named(20)]),
  rows('groups', '专业评审组', DIVISION, '不分组的留空', [named(20)]),
  {
    ...rows('levels', '等级', LEVELS, '先后即由高到低；限额留空即不限', [
      named(12),
      limit('mostPersons', '最多人数'),
      limit('mostOrganisations', '最多单位数'),
    ]),
    required: true,
  },
  {
    ...rows('criteria', '评分标准', CRITERIA, '各项满分合计 100 分', [
      named(20),
      column('max', '满分', { kind: 'number', required: true, min: 1, max: 100, unit: '分' }),
      column('hint', '评分要点', { max: 100 }),
    ]),
    required: true,
  },
  rows('materials', '材料', MATERIALS, '代号 stampedForm 是盖章申报书，其扫描件自动与所填内容核对', [
    named(30),
    column('required', '必交', { kind: 'agreement' }),
    column('max', '最多文件数', { kind: 'number', required: true, min: 1, max: 20 }),
    column('hint', '说明', { max: 100 }),
  ]),
]

const CODE = /^[A-Za-z0-9]{1,20}$/
/** Points that all criteria are worth together. */
const FULL = 100

/** What a form of rows alone does not know. */
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
  if (rowsIn(values, 'criteria').length > 0 && points !== FULL)
    errors.criteria = `各项满分合计应为 ${FULL} 分，现在是 ${points} 分`
  return errors
}

const rowsIn = (values: FormValues, name: string) => (values[name] ?? []) as FormRow[]
const words = (cell: unknown) => String(cell ?? '')
const numberOf = (cell: unknown) => (cell === null || cell === undefined ? null : Number(cell))

/** The rules as rows of a form … */
export const ruleValues = ({ subTypes, groups, levels, criteria, materials }: AwardRules): FormValues => ({
  subTypes: subTypes.map(plain),
  groups: groups.map(plain),
  levels: levels.map(level => ({ ...level })),
  criteria: criteria.map(one => ({ ...one })),
  materials: materials.map(one => ({ ...one })),
})
const plain = ({ code, name }: { code: string; name: string }) => ({ code, name })

/** … and the same back, as the tables keep them. */
export const rulesIn = (values: FormValues): AwardRules => ({
  subTypes: rowsIn(values, 'subTypes').map(namedIn),
  groups: rowsIn(values, 'groups').map(namedIn),
  levels: rowsIn(values, 'levels').map(row => ({
    ...namedIn(row),
    mostPersons: numberOf(row.mostPersons),
    mostOrganisations: numberOf(row.mostOrganisations),
  })),
  criteria: rowsIn(values, 'criteria').map(row => ({ ...namedIn(row), max: Number(row.max), hint: words(row.hint) })),
  materials: rowsIn(values, 'materials').map(row => ({
    ...namedIn(row),
    required: row.required === true,
    hint: words(row.hint),
    max: Number(row.max ?? 1),
  })),
})
const namedIn = ({ code, name }: FormRow) => ({ code: words(code), name: words(name) })
