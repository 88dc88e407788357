import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useIsInUse } from '#layouts/useParts.ts'
import type { Refusal } from '#lib/error.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'

type Props = {
  fields: readonly FormField[]
  /** Known data of the payer and the receipt. */
  known: FormValues
  slip?: UploadedFile | null
  pay: (receipt: FormValues) => void
  paying: { busy: boolean; error?: Refusal; fields: FieldErrors }
  /** Above the slip, of what is filled in: receipts that were asked for before. */
  titles: (values: FormValues, change: (values: FormValues) => void) => ReactNode
  /** Shown beside the button. */
  children?: ReactNode
}

/** 缴费凭证: who paid and when, what the receipt is to say, and the bank's slip. */
export function SlipForm({
  fields,
  known,
  slip,
  pay,
  paying: { busy, error, fields: refused },
  titles,
  children,
}: Props) {
  const canPayOnline = useIsInUse(['payments'])
  const [values, setValues] = useState(known)
  const [slips, setSlips] = useState<UploadedFile[]>(slip ? [slip] : [])
  const errors = Object.fromEntries(
    Object.entries(refused).map(([name, text]) => [name.replace(/^(receipt|pay)\./, ''), text]),
  )
  return (
    <Form
      fields={fields}
      values={values}
      onChange={setValues}
      errors={errors}
      message={error?.message}
      labelOf={name => (name === 'slipId' ? '汇款凭证' : undefined)}
      onSubmit={() => pay({ ...values, slipId: slips[0]?.id ?? null })}
    >
      {titles(values, setValues)}
      <Field name="slipId" label="汇款凭证" required error={errors.slipId} group hint="银行回单或转账成功的截图">
        {described => (
          <Upload {...described} use="material" max={1} value={slips} onChange={setSlips} label="汇款凭证" />
        )}
      </Field>
      {error && Object.keys(errors).length === 0 && <Problem>{error.message}</Problem>}
      <p className="form-actions">
        <Button size="large" type={canPayOnline ? 'default' : 'primary'} htmlType="submit" loading={busy}>
          提交缴费凭证
        </Button>
        {children}
      </p>
    </Form>
  )
}
