import { expect, test } from 'vitest'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { changedSince } from './server/confirmationStatus.ts'
import { contentFor, digestOf } from './server/content.ts'

const licence = { slot: 'licence', slotName: '营业执照', fileId: 1, name: '执照.pdf', size: 7, sha256: 'a'.repeat(64) }
const content = { documentHash: '0'.repeat(64), files: [licence] }
const statement = { version: 1, text: '确认属实。' }
const withFile = (more: object) => ({ ...content, files: [{ ...licence, ...more }] })

test.each([
  ['the form', { ...content, documentHash: '1'.repeat(64) }, statement],
  ['the place of a file', withFile({ slot: 'permit' }), statement],
  ['the name of a file', withFile({ name: '许可证.pdf' }), statement],
  ['the bytes of a file', withFile({ sha256: 'b'.repeat(64) }), statement],
  ['that a file is there', { ...content, files: [] }, statement],
  ['the words of the statement', content, { ...statement, text: '同意。' }],
  ['the version of the statement', content, { ...statement, version: 2 }],
])('what is confirmed says %s', (_, other, stated) => {
  expect(digestOf(other, stated)).not.toBe(digestOf(content, statement))
})

test('who reads the same file once more under another number reads the same', () => {
  expect(digestOf(withFile({ fileId: 2 }), statement)).toBe(digestOf(content, statement))
})

test.each([
  ['a form', { ...content, documentHash: '1'.repeat(64) }, ['申请表']],
  ['a place', withFile({ slot: 'permit', slotName: '许可证' }), ['营业执照“执照.pdf”', '许可证“执照.pdf”']],
  ['a name', withFile({ name: '新.pdf' }), ['营业执照“执照.pdf”', '营业执照“新.pdf”']],
  ['bytes', withFile({ sha256: 'b'.repeat(64) }), ['营业执照“执照.pdf”']],
  ['a file that went', { ...content, files: [] }, ['营业执照“执照.pdf”']],
  ['a file that came', { ...content, files: [licence, { ...licence, name: '新.pdf' }] }, ['营业执照“新.pdf”']],
  ['nothing', withFile({ fileId: 2 }), []],
])('of %s that changed it is told by name', (_, now, told) => {
  expect(changedSince(content, now)).toEqual(told)
})

/** Needs no database as long as there are no files. */
const formOf = async (values: FormValues, of: Partial<Application> = {}) => {
  const application = { id: 1, kind: 'joining', ...of } as Application
  const parts = { of: application, schema: { path: [], fields: [], slots: [] }, values, materials: {} }
  return (await contentFor({} as Ctx, parts)).documentHash
}

test('a form is the same in any order and with its empty answers left out, and another one of each application and kind', async () => {
  const form = await formOf({ name: '甲', count: 0 })
  expect(await formOf({ count: 0, name: '甲', note: '', day: null, chosen: [] })).toBe(form)
  expect(await formOf({ name: '甲' })).not.toBe(form)
  expect(await formOf({ name: '甲', count: 0 }, { id: 2 })).not.toBe(form)
  expect(await formOf({ name: '甲', count: 0 }, { kind: 'award' })).not.toBe(form)
})
