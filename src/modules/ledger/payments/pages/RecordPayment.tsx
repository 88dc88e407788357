import { Button, Modal } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useOnceKey } from '#api/useOnceKey.ts'
import { dayOf } from '#lib/dates.ts'
import { type FormField, type FormValues, optionsOf } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { type OwedRow, type Picked, SharePicker, sharesOf } from '#modules/ledger/allocating/pages/SharePicker.tsx'
import { recordedWays, wayNames } from '#modules/ledger/ledgerWords.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import './recordPayment.css'

const text = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  section: '',
  kind: 'text',
  max: 120,
  ...more,
})

/** Ways of payments that are recorded by hand, as a field. */
export const wayField = text('way', '方式', {
  kind: 'choice',
  required: true,
  options: optionsOf(Object.fromEntries(recordedWays.map(way => [way, wayNames[way]]))),
})
export const paidOnField = text('paidOn', '到账日期', { kind: 'day', required: true })

const fields: FormField[] = [
  wayField,
  paidOnField,
  text('amount', '金额', { kind: 'number', unit: '元', min: 0.01, required: true }),
  text('payer', '付款人', { required: true, hint: '实际付款的单位或个人' }),
  text('number', '单据号', { max: 60, hint: 'POS 小票、支票或现金收据的号码' }),
  text('remark', '附言', { max: 200 }),
]

type Props = {
  /** What it is for, where that is known. */
  first?: OwedRow
  close: () => void
  done: () => void
}

/** Records money that came otherwise than by a bank statement or online, and says what it is for. */
export function RecordPayment({ first, close, done }: Props) {
  const once = useOnceKey()
  const [values, setValues] = useState<FormValues>({
    way: 'cash',
    paidOn: dayOf(new Date()),
    ...(first && { amount: first.open, payer: first.name }),
  })
  const [files, setFiles] = useState<UploadedFile[]>([])
  const [picked, pick] = useState<readonly Picked[]>(first ? [{ of: first, amount: String(first.open) }] : [])
  const [writeOff, setWriteOff] = useState(false)
  const { submit, busy, error, fields: errors } = useSubmit('POST /staff/received/record')
  const amount = Number(values.amount) || undefined
  const send = async () => {
    const said = await submit({
      way: values.way as (typeof recordedWays)[number],
      paidOn: String(values.paidOn ?? ''),
      amount: Number(values.amount ?? 0),
      payer: String(values.payer ?? ''),
      number: String(values.number ?? ''),
      remark: String(values.remark ?? ''),
      ...(files[0] && { fileId: files[0].id }),
      shares: sharesOf(picked),
      writeOff,
      once,
    })
    if (!said) return
    announce(
      said.credit > 0
        ? `已登记，核销 ${said.settled} 笔，余 ${formatYuan(said.credit)} 元记为多付款`
        : `已登记，核销 ${said.settled} 笔`,
    )
    close()
    done()
  }
  return (
    <Modal
      title="登记到账"
      open
      onCancel={close}
      footer={null}
      width="min(76rem, 100vw)"
      className="record-payment"
      centered
    >
      <Form fields={fields} values={values} onChange={setValues} errors={errors} onSubmit={() => void send()}>
        <Field name="fileId" label="凭据照片" error={errors.fileId} group>
          {described => (
            <Upload {...described} use="material" max={1} value={files} onChange={setFiles} label="凭据照片" />
          )}
        </Field>
        <SharePicker
          amount={amount}
          payer={String(values.payer ?? '')}
          remark={String(values.remark ?? '')}
          picked={picked}
          pick={pick}
          writeOff={writeOff}
          setWriteOff={setWriteOff}
        />
        <p>登记后，核销的款项即确认到账，缴费人收到消息；登记错了的可以撤销。</p>
        {error && Object.keys(errors).length === 0 && <Problem>{error.message}</Problem>}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            登记
          </Button>
          <Button onClick={close}>取消</Button>
        </div>
      </Form>
    </Modal>
  )
}
