import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form.ts'
import { Form } from '#ui/Form.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Upload, type UploadedFile } from '#ui/Upload.tsx'
import { receiptFields } from '../receiptForm.ts'
import type { OwnFee } from './MyFees.tsx'
import { PayAccount } from './PayAccount.tsx'
import { SavedTitles } from './SavedTitles.tsx'

type Account = Output<ApiContract['GET /member/membership']>['payAccount']
type Props = { fee: OwnFee; account: Account; close: () => void; changed: () => void }

/** The fee of a year: to which account, then the slip and what the receipt is to say. */
export function PayFee({ fee, account, close, changed }: Props) {
  const { id, year, amount, version, payer, paidOn, remark } = fee
  const { receiptTitle, receiptCreditCode, receiptEmail } = fee
  const [values, setValues] = useState<FormValues>({ paidOn, payer, receiptTitle, receiptCreditCode, receiptEmail })
  const [slips, setSlips] = useState<UploadedFile[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const { submit, busy, error, fields } = useSubmit('POST /member/fee/pay')
  useEffect(() => heading.current?.focus(), [])
  const errors = Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name.replace(/^receipt\./, ''), text]),
  )
  const pay = async () => {
    if (!(await submit({ id, version, receipt: { ...values, slipId: slips[0]?.id } }))) return
    announce('缴费凭证已提交，财务确认到账后会通知您')
    close()
    changed()
  }
  return (
    <section className="centre-card">
      <h2 ref={heading} tabIndex={-1}>
        缴纳 {year} 年度会费：{amount.toLocaleString('zh-CN')} 元
      </h2>
      {account && <PayAccount account={account} remark={remark} />}
      <Form
        fields={receiptFields}
        values={values}
        onChange={setValues}
        errors={errors}
        message={error?.message}
        labelOf={name => (name === 'slipId' ? '汇款凭证' : undefined)}
        onSubmit={() => void pay()}
      >
        <SavedTitles values={values} onChange={setValues} />
        <Field name="slipId" label="汇款凭证" required error={errors.slipId} group hint="银行回单或转账成功的截图">
          {described => (
            <Upload {...described} use="material" max={1} value={slips} onChange={setSlips} label="汇款凭证" />
          )}
        </Field>
        {error && Object.keys(errors).length === 0 && (
          <p role="alert" className="field-error">
            {error.message}
          </p>
        )}
        <p className="form-actions">
          <Button size="large" type="primary" htmlType="submit" loading={busy}>
            提交缴费凭证
          </Button>
          <Button size="large" onClick={close}>
            取消
          </Button>
        </p>
      </Form>
    </section>
  )
}
