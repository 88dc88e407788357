import { notFound } from '#lib/error.ts'
import { versionOf } from '#modules/audit/server/changes.ts'
import { settingForms } from '../forms.ts'
import { readValues, saveSettings } from './editing.ts'
import { definePackable } from './packable.ts'

/** Settings in packs, without the bank account: no other association may decide where money goes. */
const packed = settingForms.filter(({ code }) => code !== 'payAccount')

function formOf(code: string) {
  const found = packed.find(form => form.code === code)
  if (!found) throw notFound('没有这组设置，或它不能写在配置包里')
  return found
}

definePackable({
  objectType: 'setting',
  called: '站点设置',
  keyField: 'key',
  refers: {},
  leaves: [],
  fields: async (_, code) => formOf(code).fields,
  // Sequential, since a pack is applied in a transaction with a single connection.
  read: ctx =>
    Array.fromAsync(packed.entries(), async ([id, form]) => {
      const values = await readValues(ctx, form)
      return { id, key: form.code, name: form.name, values, version: versionOf(values) }
    }),
  save: async (ctx, { id, version = '', form }) => {
    await saveSettings(ctx, packed[id!]!, { version, form })
    return { id: id! }
  },
})
