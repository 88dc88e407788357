import { expect, test } from 'vitest'
import { changedFields, type FormField, type FormValues } from '#lib/form/form.ts'
import { textField } from '#lib/form/textField.ts'
import { decryptForm, encryptForm, maskForm } from './encryptedForm.ts'
import { openEncryption } from './encryption.ts'

const field = (name: string, of?: Partial<FormField>) => textField(name, name, '', of)
const fields = [
  field('name'),
  field('mobile', { kind: 'mobile', personal: true }),
  field('persons', {
    kind: 'rows',
    columns: [field('name'), field('idNumber', { kind: 'residentId', personal: true }), field('title')],
  }),
]
const id = '11010519491231002X'
const values: FormValues = {
  name: '清源',
  mobile: '13900000001',
  persons: [{ name: '张伟', idNumber: id, title: '高级' }, { name: '李娜' }],
}

test('what is personal in a row is sealed as elsewhere, and comes back as it was', async () => {
  const encryption = await openEncryption({ secretKey: 'a'.repeat(64), dataDir: '' })
  const stored = encryptForm(fields, values, encryption)
  expect(JSON.stringify(stored)).not.toMatch(/110105|13900000001/)
  expect(JSON.stringify(stored)).toMatch(/清源.*张伟.*高级.*李娜/)
  expect(decryptForm(fields, JSON.parse(JSON.stringify(stored)), encryption)).toEqual(values)
})

test('others see it masked, row by row, and only there is a difference', () => {
  const masked = maskForm(fields, values)
  expect(masked.persons).toEqual([{ name: '张伟', idNumber: '1****************X', title: '高级' }, { name: '李娜' }])
  expect(changedFields(fields, values, masked)).toEqual(['mobile', 'persons'])
  const open: FormValues = { ...values, mobile: null, persons: [{ name: '李娜' }] }
  expect(changedFields(fields, open, maskForm(fields, open))).toEqual([])
})
