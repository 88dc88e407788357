import { addDays } from '#lib/dates.ts'
import type { FormField, FormRow, FormValues } from '#lib/form/form.ts'
import type { DemoEntry } from './projects.ts'

const titles = ['正高级工程师', '高级工程师', '工程师', '工程师']
const parts = ['总体方案与技术路线', '试验研究', '工程应用', '数据分析']

/** A form as its applicant would fill it in; what is known already stays. */
export function demoEntryForm(
  fields: readonly FormField[],
  known: FormValues,
  of: DemoEntry,
  today: string,
): FormValues {
  const [own = {}] = (known.organisations ?? []) as FormRow[]
  const name = String(own.name ?? '演示锅炉研究所')
  const year = Number(today.slice(0, 4)) - 1
  const all: FormValues = {
    ...known,
    name: of.name,
    subType: of.subType ?? null,
    groupCode: of.group ?? null,
    levelWanted: of.level ?? null,
    taskSource: 'G',
    startDate: addDays(today, -1100),
    endDate: addDays(today, -240),
    isSecret: 'no',
    keywords: '锅炉、节能、环保',
    subjectClass: '动力与电气工程',
    industry: '专用设备制造业',

    intro: of.intro,
    abstract: of.intro,
    innovation: of.innovation,
    background: '行业内长期依靠经验，缺少成熟的成套技术。',
    techContent: `${of.intro}关键部件自行设计，并完成工业试验。${of.innovation}`,
    compare: '与国内同类技术相比，主要指标处于先进水平。',
    application: '已在十余家单位应用，运行稳定。',
    socialBenefit: '减少废水排放和能源消耗。',
    benefits: [
      { year: year - 1, newSales: 680, newProfit: 96, newTax: 41, saved: 120 },
      { year, newSales: 1250, newProfit: 188, newTax: 76, saved: 210 },
    ],
    rights: [
      {
        type: '发明专利',
        name: `${of.name}的方法`,
        number: 'ZL202310000001.X',
        date: addDays(today, -500),
        owner: name,
      },
      { type: '软件著作权', name: '配套监测软件', number: '2024SR0000001', date: addDays(today, -400), owner: name },
    ],
    organisations: [
      { ...own, name, contribution: '技术研究、工程应用' },
      ...(of.with ? [{ name: of.with, contribution: '工程应用与数据采集' }] : []),
    ],
    persons: of.people.map((person, i) => ({
      name: person,
      title: titles[i] ?? '工程师',
      organisation: name,
      contribution: parts[i] ?? '应用推广',
    })),
    publishedBefore: 'no',
    duplicateRate: 6.2,
    reportNo: 'DEMO-2026-018',
    object: '在用锅炉',
    standards: '国家标准和行业标准',
    reportedOn: addDays(today, -60),
    nominatorKind: 'expert',
    nominator: '演示专家（演示大学）',
    nominateOpinion: '材料属实，同意提名。',
    contactName: of.people[0]!,
    contactMobile: '13900000931',
    contactEmail: 'award@example.com',
    consent: true,
    agreeTruth: true,
  }
  return Object.fromEntries(fields.flatMap(({ name }) => (all[name] ? [[name, all[name]]] : [])))
}
