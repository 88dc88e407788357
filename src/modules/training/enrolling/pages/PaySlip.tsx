import { useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import { dayOf } from '#lib/dates.ts'
import { invalid, invalidFields, Refusal } from '#lib/error.ts'
import type { FieldErrors, FormField } from '#lib/form/form.ts'
import { LightField } from '#ui/form/light/LightField.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { type SendingForm, useLightForm } from '#ui/form/light/useLightForm.ts'
import { papers } from '#ui/form/papers.ts'
import { usePendingFiles } from '#ui/form/waiting/pendingFiles.ts'
import { type Enrolment, type Outcome, sendFile, type Written } from './enrolmentCalls.ts'

type Props = {
  pay: NonNullable<Enrolment['pay']>
  ticket: string | undefined
  send: (pay: NonNullable<Written['pay']>) => Promise<Outcome>
  done: () => unknown
}

const paidOn: FormField = { name: 'paidOn', label: '汇款日期', section: '', kind: 'day', required: true }
const payer: FormField = {
  name: 'payer',
  label: '付款人',
  section: '',
  kind: 'text',
  max: 60,
  required: true,
  hint: '与银行回单上的付款户名一致',
}

export function PaySlip({ pay, ticket, send, done }: Props) {
  const [slip, setSlip] = useState<Slip | null>(pay.slip)
  const [today] = useState(() => dayOf(new Date()))
  const form = useLightForm(async typed => {
    const payer = typed.payer ?? ''
    const missing: FieldErrors = {}
    if (!payer.trim()) missing.payer = '请填写付款人名称'
    if (!slip) missing.slipId = '请上传汇款凭证'
    if (!slip || missing.payer) throw invalidFields(missing)
    await send({ paidOn: typed.paidOn ?? '', payer, slipId: slip.id }).catch(asTyped)
    await done()
  })
  const { errors } = form
  return (
    <LightForm of={form} label="缴费凭证" action="提交缴费凭证" busy="正在提交…">
      <LightField field={paidOn} value={pay.paidOn ?? today} error={errors.paidOn} />
      <LightField field={payer} value={pay.payer} error={errors.payer} />
      <SlipFile slip={slip} onSlip={setSlip} form={form} ticket={ticket} />
    </LightForm>
  )
}

type Slip = { id: number; name: string }
type SlipFileProps = { slip: Slip | null; onSlip: (slip: Slip) => void; form: SendingForm; ticket: string | undefined }

/** Goes up as soon as it is chosen. */
function SlipFile({ slip, onSlip, form, ticket }: SlipFileProps) {
  const [arriving, setArriving] = useState('')
  const stopForm = usePendingFiles(arriving ? [{ name: arriving, failed: false }] : [])
  const upload = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    if (!file) return
    setArriving(file.name)
    try {
      onSlip(await sendFile('POST /app/training/file', file, ticket, {}))
      form.refuse(null)
    } catch (error) {
      stopForm()
      form.refuse(invalid('凭证没有上传', { slipId: toRefusal(error).message }))
    } finally {
      setArriving('')
      input.value = ''
    }
  }
  return (
    <>
      <LightInput
        name="slipId"
        label="汇款凭证"
        error={form.errors.slipId}
        hint={`银行回单或转账成功的截图，${papers.told}`}
        type="file"
        accept={papers.accept}
        onChange={event => void upload(event.currentTarget)}
        required
      />
      <p role="status" className="light-status">
        {arriving ? '正在上传…' : slip ? `已上传：${slip.name}` : ''}
      </p>
    </>
  )
}

/** The server names what is wrong by where it stands in the whole registration. */
function asTyped(error: unknown): never {
  const { code, message, fields = {} } = toRefusal(error)
  const here = Object.entries(fields).map(([name, text]) => [name.replace(/^pay\./, ''), text])
  throw new Refusal(code, message, Object.fromEntries(here))
}
