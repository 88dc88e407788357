import { desc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import {
  admin,
  drawing,
  editor,
  paint,
  preview,
  saveDesign,
  secretary,
  setSeal,
  setUpDesigns,
  uploaded,
} from '#test/setups/designs.ts'
import { site } from '#test/setups/site.ts'
import { advanceTime, signUp } from '#test/support/make.ts'
import { roundSeal } from './server/demo.ts'

setUpDesigns()

const kept = async () => (await admin.get('/staff/seal')).data.values.seal as number | null

test('the seal is a matter of who sets the site up; the editor of the site does not even see it', async () => {
  for (const by of [editor, secretary]) {
    expect(await by.get('/staff/seal')).toMatchObject({ code: 403 })
    expect(await by.post('/staff/seal/save', { version: 'x', form: { seal: null } })).toMatchObject({ code: 403 })
  }
  expect(await setSeal(await paint(600, 600, '#c00000', true))).toMatchObject({ code: 200 })
})

test('nobody reads it by its address but who may change it', async () => {
  const id = await kept()
  const colleague = await signUp(site)
  for (const by of [site, editor, secretary, site.as(colleague.token)])
    expect(await by.get(`/file/${id}`)).toMatchObject({ code: 404 })
  const own = await admin.get(`/file/${id}`).catch(error => error)
  // The response is not JSON, since it is the picture itself.
  expect(own).toBeInstanceOf(SyntaxError)
})

test('a picture that was the seal can be made the ground of no design, to be seen there', async () => {
  const id = await kept()
  const answer = await saveDesign({ ...drawing, background: id! }, secretary)
  expect(answer).toMatchObject({ code: 400 })
})

test('a preview never shows the seal itself', async () => {
  const { svg } = (await preview(drawing)).data
  expect(svg).toContain('image')
  const id = await kept()
  await setSeal(null)
  expect((await preview(drawing)).data.svg).toBe(svg)
  const { version } = (await admin.get('/staff/seal')).data
  expect(await admin.post('/staff/seal/save', { version, form: { seal: id } })).toMatchObject({ code: 200 })
})

test('it is a PNG with nothing around it, square and sharp; all else is refused beside the field', async () => {
  const fault = async (bytes: Buffer) => (await setSeal(bytes)).data.fields?.seal
  expect(await fault(await paint(600, 600, '#c00000'))).toMatch(/底不是透明/)
  expect(await fault(await paint(600, 400, '#c00000', true))).toMatch(/正方形/)
  expect(await fault(await paint(200, 200, '#c00000', true))).toMatch(/边长至少 330/)
  const photo = await sharp(await paint(600, 600, '#c00000'))
    .jpeg()
    .toBuffer()
  await expect(uploaded(photo, 'seal')).rejects.toThrow(/PNG/)
  expect(await setSeal(await roundSeal('某行业协会'))).toMatchObject({ code: 200 })
})

test('members upload neither seals nor grounds of certificates', async () => {
  const member = await signUp(site)
  for (const use of ['seal', 'certificate'])
    await expect(uploaded(await paint(600, 600, '#c00000', true), use, { token: member.token })).rejects.toThrow(
      /工作人员/,
    )
})

test('each change stands in the log, and cannot be taken back as a setting of the site', async () => {
  const [line] = await site.services.db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.objectType, 'seal'))
    .orderBy(desc(auditEvent.id))
    .limit(1)
  expect(line).toMatchObject({ action: 'seal.change', objectName: '印章' })
  expect(await editor.post('/staff/site/restore', { id: line!.id })).toMatchObject({ code: 404 })
})

test('it asks for the password again', async () => {
  await advanceTime(site, 11)
  const { version } = (await admin.get('/staff/seal')).data
  expect(await admin.post('/staff/seal/save', { version, form: { seal: null } })).toMatchObject({ code: 428 })
})
