import { expect, test } from 'vitest'
import type { FormRow } from '#lib/form/form.ts'
import { draftOf, filesOf, toPayload, withFiles } from '#modules/review/pages/formFiles.ts'
import { type Condition, conditionStatus, conditionsOf, levelStatus, withFormValue } from './pages/conditions.ts'

const condition = (part: Partial<Condition>): Condition => ({
  what: 'certified',
  label: '持证人员',
  unit: '名',
  needed: 4,
  have: 4,
  isMet: true,
  expiring: [],
  counted: [],
  left: [],
  sentence: '',
  ...part,
})
const ending = { name: '李四', certNo: 'CBWA-P-1', validTo: '2026-12-31', daysLeft: 40 }
const lacking = condition({ have: 3, isMet: false })
const unsaid = condition({ what: 'works', label: '业绩', unit: '项', needed: 2, have: null, isMet: false })

test('a condition says what is missing, and when what is there will soon not be enough', () => {
  expect(conditionStatus(lacking)).toEqual({ tone: 'bad', words: '缺 1 名' })
  expect(conditionStatus(condition({ have: 5, expiring: [ending] })).words).toBe('满足')
  expect(conditionStatus(condition({ have: 4, expiring: [ending] })).words).toBe('临期后不足')
  expect(conditionStatus(unsaid).words).toBe('申请表中填写')
})

test('a level is as good as the worst of its conditions; what the register cannot say does not count against it', () => {
  expect(levelStatus([condition({}), lacking, lacking]).words).toBe('2 项不足')
  expect(levelStatus([condition({}), condition({ expiring: [ending] })]).tone).toBe('warn')
  expect(levelStatus([condition({}), unsaid])).toEqual({ tone: 'good', words: '登记的条件满足' })
  expect(levelStatus([unsaid]).words).toBe('由申请表说明')
  expect(levelStatus([]).words).toBe('没有数量要求')
})

test('of a company whose people are not registered nothing is said to be missing', () => {
  const level = { levelId: 1, levelCode: 'A', levelName: 'A级', scopeText: '', fee: 0, isMet: false, items: [lacking] }
  expect(levelStatus(conditionsOf(level, 0)).words).toBe('由申请表说明')
  expect(levelStatus(conditionsOf(level, 3)).words).toBe('1 项不足')
})

test('works are counted by the rows that say something, as they are filled in', () => {
  const performances: FormRow[] = [{ project: '一号锅炉清洗' }, {}, { project: '' }]
  expect(withFormValue(unsaid, { performances })).toMatchObject({ have: 1, isMet: false })
  expect(withFormValue(unsaid, { performances: [...performances, { client: '某厂' }] })).toMatchObject({ isMet: true })
  expect(withFormValue(unsaid, {})).toBe(unsaid)
  expect(withFormValue(lacking, { performances })).toBe(lacking)
})

test('files that are handed in with a form lie in its draft, and go out beside the form', () => {
  const material = { code: 'proof', name: '遗失声明', required: true, max: 5, hint: '', editable: true, match: null }
  const draft = draftOf({ form: { reason: '遗失' }, materials: [{ ...material, files: [] }] })
  const added = withFiles(draft, 'proof', [{ id: 7, name: '声明.pdf', size: 10, type: 'application/pdf' }])
  expect(filesOf(added).proof).toMatchObject([{ id: 7, name: '声明.pdf' }])
  expect(toPayload(added)).toEqual({ form: { reason: '遗失' }, files: [{ code: 'proof', fileId: 7 }] })
  expect(toPayload(withFiles(added, 'proof', []))).toEqual({ form: { reason: '遗失' }, files: [] })
  expect(toPayload(draftOf({ form: { reason: '遗失' }, materials: [] }))).toEqual({ form: { reason: '遗失' } })
})
