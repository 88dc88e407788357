import { expect, test } from 'vitest'
import { letterPdf } from '#lib/server/documents/letter.ts'
import { problemPage } from '#lib/server/http/problem.ts'
import { drawSheet } from '#test/setups/sheets.ts'
import { startApp } from '#test/support/app.ts'
import { staffSession, staffWith } from '#test/support/make.ts'
import { mailOf } from './server/mails.ts'

test('the main colour of the association is that of its mails, its printed letters and of a page that failed', async () => {
  const site = await startApp()
  const admin = site.as(await staffSession(site, await staffWith(site, ['admin'])))
  const { version } = (await admin.get('/staff/settings')).data.find(({ code }: { code: string }) => code === 'colours')
  const form = { main: '#7a0019', accent: '#14532d' }
  expect(await admin.post('/staff/settings/save', { code: 'colours', version, form })).toMatchObject({ code: 200 })

  const { colour } = (await site.get('/config/public')).data
  expect(colour).toBe('#7a0019')
  expect(problemPage(500, 'x').body.toString()).toContain('h1 { color: #7a0019')
  const { html } = await mailOf(site.ctx(new Date()), { kind: 'person', userName: 'li' }, { title: '通知', parts: [] })
  expect(html).toContain('#7a0019')
  expect(html).not.toContain('#0b4a7f')
  const said = {
    title: '缴费通知',
    number: '1',
    issuedOn: '今天',
    addressee: '某公司',
    opening: '',
    tables: [],
    notes: [],
  }
  const { boxOf } = await drawSheet(await letterPdf({ association: '某协会', colour, ...said }))
  const box = boxOf((red, green, blue) => Math.abs(red - 0x7a) + green + Math.abs(blue - 0x19) < 6)
  expect(box.right).toBeGreaterThan(100)
  await site.close()
})
