import { type FormField, optionsOf } from '#lib/form/form.ts'
import { textField } from '#lib/form/textField.ts'
import { benefits, earlierAwards, organisations, persons, rights } from './entryTables.ts'

const PROJECT = '项目情况'
const CONTENT = '技术内容'
const USE = '应用与效益'

const text = (name: string, label: string, section: string, max: number, of: Partial<FormField> = {}) =>
  textField(name, label, section, { kind: 'paragraph', max, ...of })

const sources = ['国家计划', '部委计划', '省市计划', '基金资助', '国际合作', '其他单位委托', '自选', '非职务', '其他']

/** 项目申报书, with the limits that 申报书 of such awards have. */
export const projectFields: FormField[] = [
  textField('name', '项目名称', PROJECT, { required: true, max: 30, hint: '不超过 30 个字，与应用证明、查新报告一致' }),
  textField('nameEn', '英文名称', PROJECT, { max: 120 }),
  textField('subjectClass', '学科分类', PROJECT, { max: 40 }),
  textField('industry', '所属国民经济行业', PROJECT, { max: 40 }),
  textField('taskSource', '任务来源', PROJECT, {
    kind: 'choice',
    required: true,
    options: sources.map((name, i) => ({ code: 'ABCDEFGHI'[i]!, name })),
  }),
  textField('planNo', '计划（基金）名称和编号', PROJECT, { max: 80 }),
  textField('startDate', '项目起始日期', PROJECT, { kind: 'day', required: true }),
  textField('endDate', '项目完成日期', PROJECT, { kind: 'day', required: true }),
  textField('keywords', '关键词', PROJECT, { required: true, max: 60, hint: '3 到 5 个，用顿号隔开' }),
  textField('isSecret', '是否涉密', PROJECT, {
    kind: 'choice',
    required: true,
    hint: '涉密项目不在网上申报',
    options: optionsOf({ no: '否', yes: '是' }),
  }),
  text('intro', '项目简介', CONTENT, 800, { required: true }),
  text('background', '立项背景', CONTENT, 800),
  text('techContent', '主要技术内容', CONTENT, 3000, { required: true }),
  text('innovation', '创新点', CONTENT, 400, { required: true, hint: '逐条写明，不超过 400 个字' }),
  text('compare', '与国内外同类技术的比较', CONTENT, 800),
  text('application', '应用情况', USE, 1500, { required: true }),
  benefits,
  text('socialBenefit', '社会效益', USE, 800),
  rights,
  earlierAwards,
  organisations,
  persons,
]
