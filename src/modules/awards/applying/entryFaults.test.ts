import { describe, expect, test } from 'vitest'
import type { FormRow, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { packedAward } from '#test/setups/packedAward.ts'
import { projectOf } from '#test/support/awarding.ts'
import { entryFields } from '../entries/entryForm.ts'
import { entryFaults } from './entryFaults.ts'

const today = '2026-05-20'
const applicant = { name: '北京清源锅炉清洗有限公司', creditCode: '91110105MA00DEM14D' }
const { rules } = await packedAward('science')
const fields = entryFields('project', rules)
const project = (more: FormValues = {}): FormValues => ({
  ...projectOf({ orgName: applicant.name, creditCode: applicant.creditCode }),
  ...more,
})
const faults = (more: FormValues = {}) => entryFaults(project(more), { form: 'project', rules, today, applicant })
const errors = (more: FormValues = {}) => readForm(fields, project(more), { whole: true, today }).errors

const people = (n: number): FormRow[] =>
  Array.from({ length: n }, (_, i) => ({ name: `人员${'甲乙丙丁戊己庚辛壬癸'[i]}`, organisation: applicant.name }))

describe('a project', () => {
  test('that is complete has no fault', () => {
    expect(errors()).toEqual({})
    expect(faults()).toEqual({})
  })

  test.each([
    ['name', 30],
    ['intro', 800],
    ['background', 800],
    ['innovation', 400],
    ['compare', 800],
  ])('says %s in at most %i characters', (name, max) => {
    expect(errors({ [name]: '水'.repeat(max) })).toEqual({})
    expect(errors({ [name]: '水'.repeat(max + 1) })[name]).toContain(`不能超过 ${max} 个字，现有 ${max + 1} 个`)
  })

  test('has at most as many people as the level that is asked for puts on its certificate', () => {
    expect(faults({ levelWanted: 'first', persons: people(9) })).toEqual({})
    expect(faults({ levelWanted: 'first', persons: people(10) }).persons).toBe('一等奖最多 9 人，现有 10 人')
    expect(faults({ levelWanted: 'third', persons: people(6) }).persons).toBe('三等奖最多 5 人，现有 6 人')
  })

  test('has at most as many organisations', () => {
    const others = ['甲方锅炉厂', '乙方锅炉厂', '丙方锅炉厂'].map(name => ({ name }))
    const organisations = [{ ...applicant }, ...others]
    expect(faults({ levelWanted: 'third', organisations }).organisations).toBe('三等奖最多 3 个单位，现有 4 个单位')
  })

  test('names nobody twice, and says in which row', () => {
    const persons = [...people(2), { name: '人员甲', organisation: applicant.name }]
    expect(faults({ persons })['persons.2.name']).toBe('与第 1 行是同一人')
    const organisations = [applicant, { name: '甲方锅炉厂' }, { name: '甲方 锅炉厂' }]
    expect(faults({ organisations })['organisations.2.name']).toBe('与第 2 行是同一单位')
  })

  test('is led by whoever applies', () => {
    expect(faults({ organisations: [{ name: '另一家锅炉有限公司' }] })['organisations.0.name']).toContain(
      applicant.name,
    )
  })

  test('has come to its end, after its beginning', () => {
    expect(faults({ startDate: '2025-01-02', endDate: '2025-01-01' })).toEqual({ endDate: '应在起始日期之后' })
    expect(faults({ endDate: '2026-05-21' })).toEqual({ endDate: '不能晚于今天' })
    expect(faults({ endDate: '2026-05-20' })).toEqual({})
  })

  test('tells of each year once, and of none to come', () => {
    const benefits = [{ year: 2024 }, { year: 2025 }, { year: 2024 }, { year: 2027 }]
    expect(faults({ benefits })).toEqual({
      'benefits.2.year': '2024 年已在第 1 行填写',
      'benefits.3.year': '不能晚于 2026 年',
    })
  })

  test('is no secret', () => {
    expect(faults({ isSecret: 'yes' }).isSecret).toContain('涉密')
  })

  test('is refused where a row lacks what it needs, by the place of the row', () => {
    const persons = [
      { name: '李晓明', organisation: applicant.name },
      { name: '王芳', organisation: null },
    ]
    expect(errors({ persons })).toEqual({ 'persons.1.organisation': '请填写工作单位' })
  })
})

test('who is honoured stands among the organisations or the people', async () => {
  const { rules: honour } = await packedAward('honour')
  const of = (name: string) =>
    entryFaults(
      { name, organisations: [{ name: applicant.name }], persons: [{ name: '李晓明' }] },
      { form: 'honour', rules: honour, today },
    )
  expect(of('李晓明')).toEqual({})
  expect(of(applicant.name)).toEqual({})
  expect(Object.keys(of('王芳'))).toEqual(['name'])
})

test('a paper that was published says where', async () => {
  const { rules: paper } = await packedAward('paper')
  const of = (values: FormValues) => entryFaults(values, { form: 'paper', rules: paper, today })
  expect(of({ publishedBefore: 'yes' })).toHaveProperty('publication')
  expect(of({ publishedBefore: 'no' })).toEqual({})
})
