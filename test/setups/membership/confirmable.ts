import { dayOf } from '#lib/dates.ts'
import { applicant, openCall, projectOf } from '../../support/awarding.ts'
import { putFile } from '../../support/make.ts'
import { begin, certified, company, handIn } from '../../support/qualifying.ts'
import { site } from '../site.ts'
import { codeOf, confirmWith } from './confirming.ts'
import { decide, reviewer } from './joining.ts'

/** An application that wants a seal, complete but for that, with its company and what the screens of its kind do. */
export type Confirmable = Awaited<ReturnType<typeof award>>
export type Called = Awaited<ReturnType<typeof openCall>>
type Files = { code: string; fileId: number }[]

const fileOf = async ({ token }: { token: string }, code: string, name: string) => [
  { code, fileId: await putFile(site, token, name) },
]

/** 奖励申报: a draft, whose form and files are handed in together. */
export async function award(called?: Called) {
  const { kind, call } = called ?? (await openCall(site))
  const by = await applicant(site)
  const form = projectOf(by)
  const files = await fileOf(by, 'proof', '应用证明.png')
  const given = { type: kind.code, year: call.year, form, files, action: 'save' }
  const id: number = (await by.api.post('/award/applySubmit', given)).data.id
  const send = (sent: object) => by.api.post('/award/applySubmit', { id, ...sent })
  return {
    ...by,
    id,
    called: { kind, call } as Called | undefined,
    seal: 'stampedForm',
    proof: 'proof',
    filesWanted: 1,
    /** Writes something else into what is to be confirmed; answers how it is called. */
    change: async () => {
      await send({ form: { ...form, intro: `回收排烟余热，${Math.random()}。` }, action: 'save' })
      return '申请表'
    },
    save: (files: Files) => send({ files, action: 'save' }),
    submit: (more: { files?: Files } = {}) => send({ ...more, action: 'submit' }),
    sheet: () => by.api.download('/award/download', { id, format: 'pdf' }),
  }
}

/** 能力评价变更: its form has passed the review; its papers are handed in after that. */
export async function change(): Promise<Confirmable> {
  const by = await company(site)
  const { certId } = await certified(site, by)
  const id = await begin(by, { applyType: 'change', certId })
  await handIn(by, id, { address: '演示路 2 号', changedOn: dayOf(new Date()) })
  await decide(reviewer, id, 'pass')
  const { data } = await by.api.get('/qualification/getApply2', { id })
  const places: { code: string; name: string; required: boolean }[] = data.materials
  const asked = places.filter(({ code, required }) => required && code !== 'stampedForm')
  const { code, name } = asked[0]!
  const send = (sent: object) => by.api.post('/qualification/apply2Submit', { id, ...sent })
  const save = (files: Files) => send({ files, action: 'save' })
  const fileId = await putFile(site, by.token, '变更证明.png')
  const files = asked.map(one => ({ code: one.code, fileId }))
  await save(files)
  return {
    ...by,
    id,
    called: undefined,
    seal: 'stampedForm',
    proof: code,
    filesWanted: files.length,
    change: async () => {
      await save([...files.slice(1), { code, fileId: await putFile(site, by.token, '另一份证明.png') }])
      return `${name}“另一份证明.png”`
    },
    save,
    submit: (more = {}) => send({ ...more, action: 'submit' }),
    sheet: () => sheetOf(by, id),
  }
}

/** 能力评价注销: a draft that asks for a sealed letter, which says what the form says. */
export async function cancellation(): Promise<Confirmable> {
  const by = await company(site)
  const { certId } = await certified(site, by)
  const id = await begin(by, { applyType: 'cancellation', certId })
  let form = { reason: '不再从事这项业务', agreeEnd: true, agreeTruth: true }
  const send = (sent: object) => by.api.post('/qualification/apply1Submit', { id, form, ...sent })
  await send({ action: 'save' })
  return {
    ...by,
    id,
    called: undefined,
    seal: 'request',
    proof: '',
    filesWanted: 0,
    change: async () => {
      form = { ...form, reason: `停业 ${Math.random()}` }
      await send({ action: 'save' })
      return '申请表'
    },
    save: (files: Files) => send({ files, action: 'save' }),
    submit: (more = {}) => send({ ...more, action: 'submit' }),
    sheet: () => sheetOf(by, id),
  }
}

const sheetOf = ({ api }: Pick<Confirmable, 'api'>, id: number) =>
  api.download('/qualification/download', { type: 'applyForm', id, format: 'pdf' })

/** Confirms as the owner, with a fresh code. */
export const confirm = async (of: Confirmable) => confirmWith(of, await codeOf(of))
