import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { invoiceFields } from '#lib/form/invoiceFields.ts'
import { yuan } from '#lib/money.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import type { StaffAdvertInfo } from './StaffAdvert.tsx'

type Props = { of: StaffAdvertInfo; fee: NonNullable<StaffAdvertInfo['fee']>; changed: () => void }

/** The invoice of a fee that is paid, delivered as a message. */
export function StaffAdvertInvoice({ of, fee, changed }: Props) {
  const mayInvoice = useMay('staff:finance')
  const [asking, ask] = useState(false)
  const [files, setFiles] = useState<UploadedFile[]>([])
  if (!mayInvoice || !fee.canInvoice) return null
  const send = async ({ number, issuedOn }: FormValues) => {
    await browserApi('POST /staff/advert/invoice', {
      id: of.id,
      version: fee.version,
      fileId: files[0]!.id,
      number: String(number ?? ''),
      issuedOn: String(issuedOn ?? ''),
    })
    announce('发票已登记，已发到会员中心')
    changed()
  }
  return (
    <>
      <Button onClick={() => ask(true)}>{fee.invoiceNumber ? '重新登记发票' : '登记发票'}</Button>
      {asking && (
        <FormDialog
          title={`登记发票：${of.title}`}
          fields={invoiceFields}
          initial={{ number: fee.invoiceNumber, issuedOn: fee.invoiceIssuedOn ?? dayOf(new Date()) }}
          intro={
            <p>
              抬头“{fee.invoiceTitle}”，{yuan(fee.amount)} 元。发票随消息发给广告主。
            </p>
          }
          action="登记并通知"
          disabled={files.length === 0}
          send={send}
          close={() => ask(false)}
        >
          <Field name="fileId" label="发票文件" required group>
            {described => <Upload {...described} use="invoice" value={files} onChange={setFiles} label="发票文件" />}
          </Field>
        </FormDialog>
      )}
    </>
  )
}
