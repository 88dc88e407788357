import { type FieldErrors, type FormRow, type FormValues, rowsIn } from '#lib/form/form.ts'
import type { AwardLevel, AwardRules, EntryForm } from '../rules.ts'

type EntryContext = {
  form: EntryForm
  rules: AwardRules
  today: string
  applicant?: { name: string; creditCode: string }
}

/** Returns faults that single fields cannot detect. Faults in rows are keyed like `persons.2.name`. */
export function entryFaults(values: FormValues, { form, rules, today, applicant }: EntryContext): FieldErrors {
  return {
    ...limitFaults(values, rules.levels),
    ...twiceFaults(values),
    ...(applicant ? applicantFaults(values, applicant) : {}),
    ...faultsByForm[form](values, today),
  }
}

/** Checks the rows against the limits of the requested level or, if none is requested, of the most generous one. */
function limitFaults(values: FormValues, levels: readonly AwardLevel[]): FieldErrors {
  const wanted = levels.filter(({ code }) => code === values.levelWanted)
  const counted = wanted.length ? wanted : levels
  const most = (what: 'mostPersons' | 'mostOrganisations') => {
    const limits = counted.map(level => level[what])
    return limits.includes(null) ? Number.POSITIVE_INFINITY : Math.max(...(limits as number[]))
  }
  const level = wanted[0]?.name ?? '本奖项'
  const tooMany = (name: string, limit: number, unit: string): FieldErrors => {
    const n = rowsIn(values, name).length
    return n > limit ? { [name]: `${level}最多 ${limit} ${unit}，现有 ${n} ${unit}` } : {}
  }
  return levels.length
    ? {
        ...tooMany('persons', most('mostPersons'), '人'),
        ...tooMany('organisations', most('mostOrganisations'), '个单位'),
      }
    : {}
}

const plain = (value: unknown) =>
  String(value ?? '')
    .normalize('NFKC')
    .replace(/[\s·.()（）]/g, '')
    .toLowerCase()

/** Returns faults for rows that repeat an earlier row. */
function repeatedRowFaults(
  rows: FormRow[],
  name: string,
  keyOf: (row: FormRow) => string,
  message: string,
): FieldErrors {
  const keys = rows.map(keyOf)
  return Object.fromEntries(
    keys.flatMap((key, i) => {
      const first = keys.indexOf(key)
      return key && first < i ? [[`${name}.${i}.name`, `与第 ${first + 1} 行${message}`]] : []
    }),
  )
}

const twiceFaults = (values: FormValues): FieldErrors => ({
  ...repeatedRowFaults(
    rowsIn(values, 'persons'),
    'persons',
    ({ name, organisation, birth }) => `${plain(name)} ${plain(organisation)} ${plain(birth)}`,
    '是同一人',
  ),
  ...repeatedRowFaults(
    rowsIn(values, 'organisations'),
    'organisations',
    ({ creditCode }) => plain(creditCode),
    '是同一单位',
  ),
  ...repeatedRowFaults(rowsIn(values, 'organisations'), 'organisations', ({ name }) => plain(name), '是同一单位'),
})

function applicantFaults(values: FormValues, { name, creditCode }: { name: string; creditCode: string }): FieldErrors {
  const first = rowsIn(values, 'organisations')[0]
  if (!first) return {}
  const isOwn = first.creditCode ? first.creditCode === creditCode : plain(first.name) === plain(name)
  return isOwn ? {} : { 'organisations.0.name': `第一行应为本单位：${name}` }
}

const notAfter = (name: string, value: unknown, today: string): FieldErrors =>
  value && String(value) > today ? { [name]: '不能晚于今天' } : {}

const rowsNotAfter = (values: FormValues, name: string, today: string): FieldErrors =>
  Object.assign({}, ...rowsIn(values, name).map(({ date }, i) => notAfter(`${name}.${i}.date`, date, today)))

const faultsByForm: Record<EntryForm, (values: FormValues, today: string) => FieldErrors> = {
  project: (values, today) => ({
    ...(values.isSecret === 'yes' && { isSecret: '涉密项目不能在网上申报，请与协会联系' }),
    ...notAfter('startDate', values.startDate, today),
    ...notAfter('endDate', values.endDate, today),
    ...(String(values.endDate) < String(values.startDate) && { endDate: '应在起始日期之后' }),
    ...benefitFaults(values, Number(today.slice(0, 4))),
    ...rowsNotAfter(values, 'rights', today),
    ...rowsNotAfter(values, 'earlier', today),
  }),
  paper: (values): FieldErrors =>
    values.publishedBefore === 'yes' && !values.publication ? { publication: '已发表的，请填写刊物与期号' } : {},
  report: (values, today) => notAfter('reportedOn', values.reportedOn, today),
  honour: (values): FieldErrors => {
    const names = [...rowsIn(values, 'organisations'), ...rowsIn(values, 'persons')].map(({ name }) => plain(name))
    return names.includes(plain(values.name)) ? {} : { name: '应与下面“单位”或“个人”中的一行一致' }
  },
}

function benefitFaults(values: FormValues, thisYear: number): FieldErrors {
  const years = rowsIn(values, 'benefits').map(({ year }) => Number(year))
  return Object.fromEntries(
    years.flatMap((year, i) => {
      if (year > thisYear) return [[`benefits.${i}.year`, `不能晚于 ${thisYear} 年`]]
      const first = years.indexOf(year)
      return first < i ? [[`benefits.${i}.year`, `${year} 年已在第 ${first + 1} 行填写`]] : []
    }),
  )
}
