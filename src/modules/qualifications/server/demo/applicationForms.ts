import { addDays } from '#lib/dates.ts'
import type { FormField, FormRow, FormValues } from '#lib/form/form.ts'
import { residentIdCheck } from '#lib/residentId.ts'
import type { DemoCase } from './applicationCases.ts'

/** The address code names a province only, so that it is nobody's. */
const idNumber = (born: string, serial: string) => {
  const first17 = `110000${born}${serial}`
  return first17 + residentIdCheck(first17)
}

const people = [
  ['乔知远', '19780412', '高级工程师', '技术负责人', '热能与动力工程'],
  ['孟若水', '19850923', '工程师', '质量负责人', '应用化学'],
  ['褚望山', '19880706', '工程师', '项目负责人', '过程装备与控制工程'],
  ['叶知秋', '19931118', '助理工程师', '化验员', '环境工程'],
] as const
const persons: FormRow[] = people.map(([name, born, jobTitle, position, major], i) => ({
  name,
  idNumber: idNumber(born, `31${i}`),
  education: '本科',
  major,
  jobTitle,
  position,
}))

const equipments = (today: string): FormRow[] => [
  { name: 'pH 计', model: 'PHS-3E', quantity: 2, maker: '演示仪器厂', calibratedTo: addDays(today, 210) },
  { name: '电导率仪', model: 'DDS-11A', quantity: 2, maker: '演示仪器厂', calibratedTo: addDays(today, 210) },
  { name: '分析天平', model: 'FA2204', quantity: 1, maker: '演示衡器厂', calibratedTo: addDays(today, 150) },
]

const performances = (today: string): FormRow[] => [
  {
    project: '2 号锅炉项目',
    client: '某热电厂',
    object: '35 t/h，3.82 MPa',
    method: '按合同与方案实施',
    startedOn: addDays(today, -420),
    endedOn: addDays(today, -400),
    result: '验收合格',
  },
  {
    project: '供热站年度项目',
    client: '某热力公司',
    object: '29 MW 热水锅炉',
    method: '按合同与方案实施',
    startedOn: addDays(today, -200),
    endedOn: addDays(today, -160),
    result: '验收合格',
  },
]

const numbers: Record<string, number> = {
  middleTotal: 6,
  juniorTotal: 8,
  certifiedTotal: 9,
  revenue: 2680,
  works: 14,
  workshopArea: 1200,
  laboratoryArea: 160,
  registeredCapital: 800,
  staffTotal: 46,
  technicalTotal: 18,
  seniorTotal: 2,
}
const texts: Record<string, string> = {
  qualityManager: '孟若水',
  technicalManager: '乔知远',
  safetyManager: '褚望山',
  qualityDocuments: '第 3 版',
  liaisonName: '叶知秋',
  liaisonPosition: '综合部主管',
  liaisonMobile: '13900000905',
  liaisonEmail: 'office@example.com',
  changes: '新购电导率仪一台，其余无变化。',
  incidents: '无',
}

/** The fields of a form filled in as such a company would, over what is known of it. */
export function demoForm(fields: readonly FormField[], known: FormValues, of: DemoCase, today: string): FormValues {
  const own: FormValues = { ...texts, ...numbers, ...known, reason: of.reason }
  const tables: FormValues = { persons, equipments: equipments(today), performances: performances(today) }
  if (of.scope) own.scope = of.scope
  if (of.type === 'change')
    Object.assign(own, {
      name: of.organisation.replace(/厂$/, '有限公司'),
      legalPerson: '石敬远',
      changedOn: addDays(today, -20),
    })
  return Object.fromEntries(
    fields.map(field => [field.name, tables[field.name] ?? own[field.name] ?? defaultAnswer(field)]),
  )
}

/** Default answers for the additional fields of kinds. */
function defaultAnswer({ kind, required, options = [] }: FormField) {
  if (!required) return null
  if (kind === 'choice') return options[0]!.code
  if (kind === 'choices') return options.slice(0, 2).map(({ code }) => code)
  return kind === 'number' ? 40 : kind === 'agreement' ? true : '无'
}
