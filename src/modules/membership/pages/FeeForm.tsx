import { Button } from 'antd'
import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form.ts'
import { Form } from '#ui/Form.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Upload, type UploadedFile } from '#ui/Upload.tsx'
import { receiptFields } from '../receiptForm.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { PayAccount } from './PayAccount.tsx'
import { SavedTitles } from './SavedTitles.tsx'

type Apply2 = Output<ApiContract['GET /member/getApply2']>
type Props = { apply: Apply2; fee: NonNullable<Apply2['fee']>; done: () => void }

/** 会费: what is owed and to which account; then the slip and what the receipt is to say. */
export function FeeForm({ apply, fee, done }: Props) {
  const { slip, ...known } = fee.receipt
  const [values, setValues] = useState<FormValues>(known)
  const [slips, setSlips] = useState<UploadedFile[]>(slip ? [slip] : [])
  const paying = useSubmit('POST /member/apply2Submit')
  const errors = Object.fromEntries(
    Object.entries(paying.fields).map(([name, text]) => [name.replace(/^receipt\./, ''), text]),
  )
  const pay = async () => {
    const receipt = { ...values, slipId: slips[0]?.id }
    if (
      await paying.submit({ applyId: apply.applyId!, version: apply.version ?? undefined, receipt, action: 'submit' })
    )
      done()
  }
  return (
    <section className="centre-card">
      <h2>
        {fee.year} 年度会费：{fee.amount.toLocaleString('zh-CN')} 元（{fee.levelName}）
      </h2>
      <FeeAccount fee={fee} applyId={apply.applyId!} />
      {apply.status === 'unpaid' && (
        <Form
          fields={receiptFields}
          values={values}
          onChange={setValues}
          errors={errors}
          message={paying.error?.message}
          labelOf={name => (name === 'slipId' ? '汇款凭证' : undefined)}
          onSubmit={() => void pay()}
        >
          <SavedTitles values={values} onChange={setValues} />
          <Field name="slipId" label="汇款凭证" required error={errors.slipId} group hint="银行回单或转账成功的截图">
            {described => (
              <Upload {...described} use="material" max={1} value={slips} onChange={setSlips} label="汇款凭证" />
            )}
          </Field>
          {paying.error && Object.keys(errors).length === 0 && (
            <p role="alert" className="field-error">
              {paying.error.message}
            </p>
          )}
          <p className="form-actions">
            <Button size="large" type="primary" htmlType="submit" loading={paying.busy}>
              提交缴费凭证
            </Button>
          </p>
        </Form>
      )}
      {apply.status === 'paying' && <p>缴费凭证已提交，财务确认到账后即完成入会。</p>}
    </section>
  )
}

const FeeAccount = ({ fee: { account, remark, state }, applyId }: Pick<Props, 'fee'> & { applyId: number }) => (
  <>
    {state === 'refused' && <p role="status">上次提交的缴费凭证被退回，原因见消息；请核对后重新提交。</p>}
    {account && state !== 'confirmed' && <PayAccount account={account} remark={remark} />}
    <p className="form-actions">
      {state === 'confirmed' ? (
        <DownloadButton input={{ type: 'receipt', id: applyId }}>下载会费缴纳确认单</DownloadButton>
      ) : (
        <DownloadButton input={{ type: 'feeNotice', id: applyId }}>下载缴费通知</DownloadButton>
      )}
    </p>
  </>
)
