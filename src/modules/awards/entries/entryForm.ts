import { type FormField, type FormRow, type FormValues, optionsOf, rowsIn } from '#lib/form/form.ts'
import { textField } from '#lib/form/textField.ts'
import type { AwardRules, EntryForm, Named } from '../rules.ts'
import { organisations, persons } from './entryTables.ts'
import { projectFields } from './projectForm.ts'

const WISH = '申报事项'
const WORK = '基本情况'
const NOMINATION = '提名意见'
const CONTACT = '联系人'
const PROMISE = '承诺'

const text = (name: string, label: string, max: number, of: Partial<FormField> = {}) =>
  textField(name, label, WORK, { kind: 'paragraph', max, ...of })

/** Omits the field if the award has no such division. */
const choice = (name: string, label: string, options: readonly Named[], required: boolean): FormField[] =>
  options.length
    ? [
        textField(name, label, WISH, {
          kind: 'choice',
          required,
          options: options.map(({ code, name }) => ({ code, name })),
        }),
      ]
    : []

const paper: FormField[] = [
  textField('name', '论文题目', WORK, { required: true, max: 60 }),
  text('abstract', '摘要', 800, { required: true }),
  textField('keywords', '关键词', WORK, { required: true, max: 60, hint: '3 到 5 个，用顿号隔开' }),
  textField('publishedBefore', '是否发表过', WORK, {
    kind: 'choice',
    required: true,
    options: optionsOf({ no: '未发表', yes: '已发表' }),
  }),
  textField('publication', '发表的刊物与期号', WORK, { max: 80, hint: '已发表的填写' }),
  textField('duplicateRate', '查重率', WORK, { kind: 'number', max: 100, unit: '%' }),
  { ...organisations, label: '作者单位', section: '作者', hint: '先后即证书上的次序' },
  { ...persons, label: '作者', section: '作者', hint: '先后即证书上的次序' },
]

const report: FormField[] = [
  textField('name', '报告名称', WORK, { required: true, max: 60 }),
  textField('reportNo', '报告编号', WORK, { required: true, max: 40 }),
  textField('object', '检验检测对象', WORK, { required: true, max: 100 }),
  textField('standards', '依据的标准与方法', WORK, { required: true, max: 200 }),
  textField('reportedOn', '报告日期', WORK, { kind: 'day', required: true }),
  text('intro', '报告简介', 800, { required: true }),
  text('innovation', '报告特点', 400, { required: true }),
  { ...organisations, label: '编制单位', section: '编制单位与人员', hint: '先后即证书上的次序' },
  { ...persons, label: '主要编制人员', section: '编制单位与人员', hint: '先后即证书上的次序' },
]

const honour: FormField[] = [
  textField('name', '受表彰的单位或个人', WORK, { required: true, max: 60, hint: '单位写全称，个人写姓名' }),
  text('deeds', '主要事迹', 2000, { required: true }),
  text('honours', '曾获荣誉', 400),
  { ...organisations, label: '单位', section: '单位与个人', hint: '受表彰的单位，或受表彰个人的工作单位' },
  { ...persons, label: '个人', section: '单位与个人', required: false, hint: '受表彰的个人；表彰单位的不填' },
]

const works: Record<EntryForm, FormField[]> = { project: projectFields, paper, report, honour }

const nomination: FormField[] = [
  textField('nominatorKind', '提名方式', NOMINATION, {
    kind: 'choice',
    required: true,
    options: optionsOf({ unit: '单位提名', expert: '专家提名' }),
  }),
  textField('nominator', '提名单位或专家', NOMINATION, { required: true, max: 60, hint: '专家写姓名和工作单位' }),
  textField('nominateOpinion', '提名意见', NOMINATION, { kind: 'paragraph', required: true, max: 600 }),
]

const contact: FormField[] = [
  textField('contactName', '联系人', CONTACT, { kind: 'personName', required: true, autocomplete: 'name' }),
  textField('contactMobile', '联系人手机', CONTACT, {
    kind: 'mobile',
    required: true,
    personal: true,
    autocomplete: 'tel',
  }),
  textField('contactEmail', '联系人邮箱', CONTACT, { kind: 'email', autocomplete: 'email' }),
]

const promises: FormField[] = [
  textField('consent', '公示同意', PROMISE, {
    kind: 'agreement',
    required: true,
    hint: '所列单位和人员均已知情，同意在公示、获奖名单和证书上公开名称和姓名',
  }),
  textField('agreeTruth', '真实性承诺', PROMISE, {
    kind: 'agreement',
    required: true,
    hint: '所填内容与所交材料真实、准确，不涉密，无知识产权争议，并承担相应责任',
  }),
]

export const entryFields = (form: EntryForm, { subTypes, groups, levels }: AwardRules): FormField[] => [
  ...choice('subType', '奖励类别', subTypes, true),
  ...choice('groupCode', '专业评审组', groups, true),
  ...(levels.length > 1 ? choice('levelWanted', '申报等级', levels, form === 'project') : []),
  ...works[form],
  ...nomination,
  ...contact,
  ...promises,
]

/** Returns names in the order of the certificate. */
export const namesIn = (values: FormValues): { organisations: string[]; persons: string[] } => ({
  organisations: namesOf(rowsIn(values, 'organisations')),
  persons: namesOf(rowsIn(values, 'persons')),
})
const namesOf = (rows: FormRow[]) => rows.flatMap(({ name }) => (name ? String(name) : []))

/** Sections hidden from experts: contact data and the promise do not help to judge the work. */
const CONTACT_SECTIONS = [CONTACT, PROMISE]
/** Fields that reveal the applicant. */
const IDENTIFYING_FIELDS = ['organisations', 'persons', 'nominatorKind', 'nominator', 'nominateOpinion']
const IDENTIFYING_COLUMNS = ['owner']

/**
 * Returns the fields shown to experts: no personal ones and, if the call is anonymous, none that reveals the applicant.
 */
export const expertFields = (fields: readonly FormField[], hidesApplicants: boolean): FormField[] =>
  fields
    .filter(({ name, section, personal }) => {
      if (personal || CONTACT_SECTIONS.includes(section)) return false
      return !hidesApplicants || !IDENTIFYING_FIELDS.includes(name)
    })
    .map(field =>
      field.columns
        ? {
            ...field,
            columns: field.columns.filter(
              ({ name, personal }) => !personal && !(hidesApplicants && IDENTIFYING_COLUMNS.includes(name)),
            ),
          }
        : field,
    )
