import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import '../../handlers.ts'
import '../../jobs.ts'
import { allTemplates, type Template } from './server/templates.ts'

const document = readFileSync(join(import.meta.dirname, '../../../docs/messages.md'), 'utf8')

/** 事件, 告知谁, 渠道, 可否关闭, 模板代码. */
const rows = [...document.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \| `([\w.]+)` \|$/gm)].map(
  ([, name, whom, channels, closable, code]) => ({ name, whom, channels, closable, code: code! }),
)

const channelsOf = ({ sms, smsOnly }: Template) => (smsOnly ? '短信' : `站内、${sms && '短信、'}邮件`)
const closableOf = ({ sms, smsOnly, mandatory }: Template) =>
  smsOnly ? '不可' : sms && mandatory ? '短信不可，邮件可以' : sms ? '可以' : '邮件可以'
const rowOf = (of: Template) => `| ${of.name} | … | ${channelsOf(of)} | ${closableOf(of)} | \`${of.code}\` |`

test('docs/messages.md names every message the program sends, as it is sent', () => {
  const written = new Map(rows.map(row => [row.code, row]))
  const wrong = allTemplates().filter(of => {
    const row = written.get(of.code)
    return row?.name !== of.name || row.channels !== channelsOf(of) || row.closable !== closableOf(of)
  })
  expect(wrong.map(rowOf), 'rows to write or to mend').toEqual([])
})

test('… and none that it does not send, each once, each with whom it tells', () => {
  const codes = allTemplates().map(({ code }) => code)
  expect(rows.map(({ code }) => code).filter(code => !codes.includes(code))).toEqual([])
  expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length)
  expect(rows.filter(({ whom }) => whom!.length < 2)).toEqual([])
})
