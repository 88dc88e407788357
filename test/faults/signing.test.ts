import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { type Call, pollFast, startKillable } from './calls.ts'

const ROUNDS = 20
/** Company of the demo association that has applied for another level. */
const COMPANY = { name: '武汉楚天水处理设备有限公司', userName: 'chutian' }

/** A paper like no other, in every place that wants one. */
async function uploadAnew(call: Call, id: number, name: string) {
  const form = new FormData()
  form.set('use', 'material')
  const background = { r: name.length, g: 120, b: 120 }
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), name)
  const fileId: number = (await call('/file/upload', form)).data.id
  const { apply, materials } = (await call(`/qualification/getApply2?id=${id}`)).data
  const wanted: { code: string; required: boolean }[] = materials
  const files = wanted
    .filter(({ code, required }) => required && code !== 'stampedForm')
    .map(({ code }) => ({ code, fileId }))
  const saved = await call('/qualification/apply2Submit', { id, version: apply.version, files, action: 'save' })
  expect(saved.msg + saved.code).toContain('200')
}

test(`killed between the service’s word and ours, ${ROUNDS} times: no signature is lost, none is asked for twice`, {
  timeout: 1_200_000,
}, async () => {
  const of = await startKillable()
  onTestFinished(() => of.standIns.close())
  const [admin, reviewer] = [await of.signIn('admin'), await of.signIn('reviewer')]
  const key = encodeURIComponent(COMPANY.name)
  const { id, version, kindName } = (await reviewer(`/staff/review/list?key=${key}`)).data.list[0]
  const rules: { id: number; version: string; name: string; values: object }[] = (
    await admin('/staff/record/list', { type: 'confirmingRule' })
  ).data.list
  const rule = rules.find(({ name }) => name === kindName)!
  const form = { ...rule.values, ways: ['provider'] }
  expect(
    (await admin('/staff/record/save', { type: 'confirmingRule', id: rule.id, version: rule.version, form })).code,
  ).toBe(200)
  expect((await reviewer('/staff/review/decide', { id, version, action: 'pass' })).code).toBe(200)
  const company = await of.signIn(COMPANY.userName)
  const page = async (path: string) => (await fetch(`${of.standIns.origin}/signing/${path}`)).text()
  const atService = async () => new Set([...(await page('')).matchAll(/\/sign\/(S\d+)"/g)].map(([, number]) => number!))
  const newest = async () =>
    (
      await of.query('select number, state from signing_flow where application_id = $1 order by id desc limit 1', [id])
    )[0]!
  const stateAsked = async () => (await company('/member/application/sign/ask', { id })).data.state
  const found: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round++) {
    await uploadAnew(company, id, `材料${'Ⅰ'.repeat(round + 1)}.png`)
    const begun = company('/member/application/sign', { id }).catch(() => undefined)
    // Kill after the service has got the form in every second round, and after its webhook in the others.
    const isTold = round % 2 === 1
    if (isTold) await begun
    await pollFast(async () => (await atService()).size === round + 1)
    const { number } = await newest()
    const told = isTold ? of.act(`signing/act/${number}`, { act: 'sign' }) : undefined
    if (isTold) await pollFast(async () => (await page(`sign/${number}`)).includes('状态：已签'))
    await wait(round * 6)
    await of.kill()
    await Promise.all([begun, told])
    await of.startAgain()
    const { state } = await newest()
    found[state!] = (found[state!] ?? 0) + 1
    if (!isTold) {
      expect(await stateAsked()).toBe('signing')
      await of.act(`signing/act/${number}`, { act: 'sign' })
    }
    expect(await stateAsked()).toBe('kept')
    expect(await newest()).toMatchObject({ number, state: 'kept' })
  }
  console.log(`killed as it stood: ${JSON.stringify(found)}`)
  const [flows] = await of.query(
    `select count(*)::int as flows, count(distinct signed_file_id)::int as files,
       count(*) filter (where state = 'kept')::int as kept from signing_flow`,
  )
  expect(flows).toEqual({ flows: ROUNDS, files: ROUNDS, kept: ROUNDS })
  expect((await atService()).size).toBe(ROUNDS)
  const [said] = await of.query(`select count(*)::int as n from audit_event where action = 'application.signed'`)
  expect(said!.n).toBe(ROUNDS)
  const { apply } = (await company(`/qualification/getApply2?id=${id}`)).data
  const handedIn = await company('/qualification/apply2Submit', { id, version: apply.version, action: 'submit' })
  expect(handedIn.msg + handedIn.code).toContain('200')
  expect((found.sending ?? 0) + (found.signing ?? 0) + (found.signed ?? 0)).toBeGreaterThan(0)
})
